import type { TimePosition } from '../../db/keyset.js';
import {
  countSignalsListed,
  listSignals as listed,
  type SignalFilter,
  type SignalRow,
} from '../../db/queries/signals.js';
import type { Context } from '../context.js';
import { after, type Page, pageOf } from '../page.js';
import { settleTrajectories } from './refresh-facts.js';

export interface ListSignals extends SignalFilter {
  limit: number;
  after?: TimePosition;
}

/** Signals by lastUpdated, newest first; a page filtered by stage has no total (api.md 4.1, 4.3). */
export async function listSignals(ctx: Context, list: ListSignals): Promise<Page<SignalRow>> {
  await settleTrajectories(ctx);
  const { stage, limit } = list;
  const trajectory = list.trajectory ?? null;
  const variant = { stage: stage ?? ('open' as const), trajectory: trajectory !== null };
  const rows = await ctx.db.rows(
    listed({ ...variant, after: list.after !== undefined }),
    trajectory,
    limit + 1,
    ...after(list.after),
  );
  const count = stage
    ? undefined
    : await ctx.db.row(countSignalsListed({ trajectory: variant.trajectory }), trajectory);
  return pageOf(rows, limit, (row) => ({ at: row.lastUpdatedAt, id: row.signalId }), count?.total);
}
