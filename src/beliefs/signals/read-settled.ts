import type { Context } from '../../core/context.js';
import { settleTrajectories } from './refresh-facts.js';

/**
 * Runs a read that includes trajectories. If any has expired, recomputes them and reads again;
 * checked after the read because expiry is rare.
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

/** True if the trajectory of a signal or theme may have changed by now. */
export const trajectoryIsDue = (
  { trajectoryUntil }: { trajectoryUntil: Date | null },
  now: Date,
): boolean => trajectoryUntil !== null && trajectoryUntil <= now;
