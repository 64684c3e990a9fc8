import type { TimePosition } from '../../../db/queries/keyset.js';
import {
  countSignalsListed,
  listSignals as listed,
  type SignalFilter,
  type SignalRow,
} from '../../../db/queries/signals.js';
import { read } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { after, type Page, pageOf } from '../../core/page.js';
import { settleTrajectories } from './refresh-facts.js';

export interface ListSignals extends SignalFilter {
  limit: number;
  after?: TimePosition;
  /** Only signals whose ref, label and description contain all of these. */
  words?: readonly string[];
}

/** Signals by lastUpdated, newest first; a page filtered by stage or words has no total. */
export async function listSignals(ctx: Context, list: ListSignals): Promise<Page<SignalRow>> {
  const [rows, [count]] = await readSettled(
    ctx,
    () => ctx.db.together(page(list), total(ctx, list)),
    ([, [counted]]) => counted?.due ?? false,
  );
  const positionOf = (row: SignalRow) => ({ at: row.lastUpdatedAt, id: row.signalId });
  return pageOf(rows, list.limit, positionOf, count?.total ?? undefined);
}

const page = ({ stage, trajectory, limit, after: position, words }: ListSignals) =>
  read(
    listed({
      stage: stage ?? 'open',
      trajectory: trajectory !== undefined,
      after: position !== undefined,
      words: words !== undefined,
    }),
    trajectory ?? null,
    limit + 1,
    ...after(position),
    ...(words ? [words] : []),
  );

function total({ now }: Context, { stage, trajectory, words }: ListSignals) {
  if (stage || words) return read(countSignalsListed({ counted: 'none' }), now);
  return trajectory
    ? read(countSignalsListed({ counted: 'trajectory' }), now, trajectory)
    : read(countSignalsListed({ counted: 'all' }), now);
}

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
