import { type MarkKind, takeMarks } from '../../db/queries/engine/marks.js';
import { lastRun, reached } from '../../db/queries/engine/reach.js';
import type { Context } from '../context.js';
import { days, LIVE_CALL_DAYS, STALE_DAYS } from '../decisions.js';
import { EVERYTHING, type Scope } from './scope.js';

/** Takes what was marked since the last run, and what fell due by time; a first run looks at everything. */
export async function findScope(tx: Context, over: 'changed' | 'everything'): Promise<Scope> {
  const marks = await tx.db.rows(takeMarks);
  const last = await tx.db.row(lastRun);
  if (over === 'everything' || !last || marks.some(({ kind }) => kind === 'team'))
    return EVERYTHING;
  const before = (at: Date, count: number): Date => new Date(at.getTime() - days(count));
  const rows = await tx.db.rows(
    reached,
    JSON.stringify(marks),
    before(last.ranAt, STALE_DAYS),
    before(tx.now, LIVE_CALL_DAYS),
    tx.now,
    before(tx.now, STALE_DAYS),
  );
  const ids = (kind: MarkKind): string[] =>
    rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return {
    signal: ids('signal'),
    theme: ids('theme'),
    study: ids('study'),
    source_item: ids('source_item'),
    recommendation: ids('recommendation'),
    team: null,
  };
}
