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
  transcriptsOf,
} from '../../db/queries/evidence-search.js';
import type { Context } from '../context.js';
import { EMBED_EVIDENCE } from '../outbox.js';
import { indexRows, type SearchRow } from './index-row.js';
import { Transcript } from './transcript.js';

const rowsAtOnce = 4_000;
/** From so many source items on, their quotes may be new and the planner may not know of them yet. */
const manyItems = 20;
/** An hour of talk is some 60 kB. */
const transcriptsAtOnce = 100;

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
  const many = !sourceItemIds || sourceItemIds.length >= manyItems;
  if (many) await tx.db.rows(setNestedLoops, 'off');
  for (const ids of sourceItemIds ? [sourceItemIds] : await staleBatches(tx)) {
    await reindex(tx, ids, changes);
  }
  if (many) await tx.db.rows(setNestedLoops, 'on');
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
  const groups = bySourceItem(await tx.db.rows(rowsToIndex, ids));
  let pending: SearchRow[] = [];
  const store = async (): Promise<void> => {
    if (pending.length > 0) await tx.db.rows(insertIndexed, JSON.stringify(pending));
    pending = [];
  };
  for (let start = 0; start < groups.length; start += transcriptsAtOnce) {
    const some = groups.slice(start, start + transcriptsAtOnce);
    const transcripts = await readTranscripts(tx, some);
    for (const [sourceItemId, group] of some) {
      for (const row of indexRows(group, transcripts.get(sourceItemId))) {
        changes.count(row, 1);
        pending.push(row);
      }
      if (pending.length >= rowsAtOnce) await store();
    }
  }
  await store();
}

async function readTranscripts(
  tx: Context,
  groups: readonly [sourceItemId: string, ...unknown[]][],
): Promise<Map<string, Transcript>> {
  const ids = groups.map(([sourceItemId]) => sourceItemId);
  const found = await tx.db.rows(transcriptsOf, ids);
  return new Map(
    found.map(({ sourceItemId, transcript }) => [sourceItemId, new Transcript(transcript)]),
  );
}

function bySourceItem(rows: readonly IndexedRow[]): [string, IndexedRow[]][] {
  const groups = new Map<string, IndexedRow[]>();
  for (const row of rows) {
    const group = groups.get(row.sourceItemId) ?? [];
    group.push(row);
    groups.set(row.sourceItemId, group);
  }
  return [...groups];
}

/** What a refresh changes in the counts; three numbers a term, so it grows with the vocabulary only. */
class Changes {
  private documents = 0;
  private terms = 0;
  private readonly byTerm = new Map<string, { documents: number; rows: number; around: number }>();

  count({ quoteTerms, contextTerms, aroundTerms }: IndexedTerms, sign: 1 | -1): void {
    const quote = split(quoteTerms);
    const said = new Set(quote);
    const named = new Set([...said, ...split(contextTerms)]);
    this.documents += sign;
    this.terms += sign * quote.length;
    for (const term of new Set([...named, ...split(aroundTerms)])) {
      const change = this.byTerm.get(term) ?? { documents: 0, rows: 0, around: 0 };
      if (named.has(term)) change.rows += sign;
      else change.around += sign;
      if (said.has(term)) change.documents += sign;
      this.byTerm.set(term, change);
    }
  }

  async write(tx: Context): Promise<void> {
    await tx.db.rows(changeSearchStatistics, this.documents, this.terms);
    const changed = [...this.byTerm].filter(
      ([, { documents, rows, around }]) => documents !== 0 || rows !== 0 || around !== 0,
    );
    if (changed.length === 0) return;
    const terms = changed.map(([term]) => term);
    await tx.db.rows(
      changeTermCounts,
      terms,
      changed.map(([, { documents }]) => documents),
      changed.map(([, { rows }]) => rows),
      changed.map(([, { around }]) => around),
    );
    await tx.db.rows(dropUnusedTerms, terms);
  }
}

const split = (terms: string): string[] => (terms === '' ? [] : terms.split(' '));
