import { enqueue } from '../../db/queries/enqueue.js';
import {
  changeSearchStatistics,
  changeTermCounts,
  dropUnusedTerms,
  type IndexedRow,
  type IndexedTerms,
  insertIndexed,
  lockSearchStatistics,
  removeIndexed,
  rowsToIndex,
  setNestedLoops,
  staleSourceItems,
} from '../../db/queries/evidence-search.js';
import type { Context } from '../context.js';
import { EMBED_EVIDENCE } from '../outbox.js';
import { indexRows, type SearchRow } from './index-row.js';

const rowsAtOnce = 4_000;

/**
 * Brings the search index and the word counts of the team in step with its qualifying evidence.
 * Call it in the transaction that changed evidence or what stands beside it (themes, signals, names);
 * with `sourceItemIds` it looks at those alone. It writes only what changed.
 */
export async function refreshSearch(
  tx: Context,
  { sourceItemIds }: { sourceItemIds?: readonly string[] } = {},
): Promise<void> {
  await tx.db.rows(lockSearchStatistics);
  const changes = new Changes();
  if (sourceItemIds) {
    await reindex(tx, sourceItemIds, changes);
  } else {
    await tx.db.rows(setNestedLoops, 'off');
    for (const ids of await staleBatches(tx)) await reindex(tx, ids, changes);
    await tx.db.rows(setNestedLoops, 'on');
  }
  await changes.write(tx);
  await enqueue(tx.db, { kind: EMBED_EVIDENCE, key: EMBED_EVIDENCE });
}

/** Source items to index anew, in few batches: each may scan the tables. */
async function staleBatches(tx: Context): Promise<string[][]> {
  const batches: string[][] = [];
  let room = 0;
  for (const { sourceItemId, rows } of await tx.db.rows(staleSourceItems)) {
    if (room <= 0) {
      batches.push([]);
      room = rowsAtOnce;
    }
    batches.at(-1)!.push(sourceItemId);
    room -= rows;
  }
  return batches;
}

async function reindex(tx: Context, ids: readonly string[], changes: Changes): Promise<void> {
  for (const removed of await tx.db.rows(removeIndexed, ids)) changes.count(removed, -1);
  const rows = bySourceItem(await tx.db.rows(rowsToIndex, ids)).flatMap(indexRows);
  for (const row of rows) changes.count(row, 1);
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const batch: SearchRow[] = rows.slice(start, start + rowsAtOnce);
    await tx.db.rows(insertIndexed, JSON.stringify(batch));
  }
}

function bySourceItem(rows: readonly IndexedRow[]): IndexedRow[][] {
  const groups = new Map<string, IndexedRow[]>();
  for (const row of rows) {
    const group = groups.get(row.sourceItemId) ?? [];
    group.push(row);
    groups.set(row.sourceItemId, group);
  }
  return [...groups.values()];
}

/** What a refresh changes in the counts; two numbers a term, so it grows with the vocabulary only. */
class Changes {
  private documents = 0;
  private terms = 0;
  private readonly byTerm = new Map<string, { documents: number; rows: number }>();

  count({ quoteTerms, contextTerms }: IndexedTerms, sign: 1 | -1): void {
    const quote = split(quoteTerms);
    const said = new Set(quote);
    this.documents += sign;
    this.terms += sign * quote.length;
    for (const term of new Set([...said, ...split(contextTerms)])) {
      const change = this.byTerm.get(term) ?? { documents: 0, rows: 0 };
      change.rows += sign;
      if (said.has(term)) change.documents += sign;
      this.byTerm.set(term, change);
    }
  }

  async write(tx: Context): Promise<void> {
    await tx.db.rows(changeSearchStatistics, this.documents, this.terms);
    const changed = [...this.byTerm].filter(
      ([, { documents, rows }]) => documents !== 0 || rows !== 0,
    );
    if (changed.length === 0) return;
    const terms = changed.map(([term]) => term);
    await tx.db.rows(
      changeTermCounts,
      terms,
      changed.map(([, { documents }]) => documents),
      changed.map(([, { rows }]) => rows),
    );
    await tx.db.rows(dropUnusedTerms, terms);
  }
}

const split = (terms: string): string[] => (terms === '' ? [] : terms.split(' '));
