import type { Context } from '../context.js';
import { settleTrajectories } from './refresh-facts.js';

/**
 * Reads what shows trajectories; where time alone has changed one that was read, settles them and reads
 * once more. Nearly always none is due, so nothing is asked before.
 */
export async function readSettled<Found>(
  ctx: Context,
  read: () => Promise<Found>,
  isDue: (found: Found) => boolean,
): Promise<Found> {
  const found = await read();
  if (!isDue(found)) return found;
  await settleTrajectories(ctx);
  return read();
}

/** Whether the trajectory of a signal or theme may be another by now. */
export const trajectoryIsDue = (
  { trajectoryUntil }: { trajectoryUntil: Date | null },
  now: Date,
): boolean => trajectoryUntil !== null && trajectoryUntil <= now;
