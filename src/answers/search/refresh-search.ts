import { enqueue } from '../../../db/queries/enqueue.js';
import {
  changeSearchStatistics,
  changeTermCounts,
  dropUnusedTerms,
  type IndexedRow,
  type IndexedTerms,
  insertIndexed,
  lockSearchStatistics,
  removeIndexed,
  removeIndexedEvidence,
  rowsToIndex,
  setNestedLoops,
  staleSourceItems,
} from '../../../db/queries/search-index.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { sourceItemIdsAfter } from '../../beliefs/queries/facts.js';
import { chunks } from '../../beliefs/signals/refresh-facts.js';
import { EMBED_EVIDENCE, REFRESH_SEARCH } from '../../core/announce.js';
import { type Context, inTransaction } from '../../core/context.js';
import { indexRows, type SearchRow } from './index-row.js';
import { preparedPlaces, prepareSearch } from './places.js';
import { QuoteFinder, type QuotePlaces, readTalkTurns, type TalkTurns } from './quote-finder.js';

/** Source items per check for stale rows, and rows per scan in a transaction. */
const itemsAtOnce = 200;
const rowsAtOnce = 4_000;
/** Rows computed between two statements, so that the connection waits only a moment in a transaction. */
const rowsPerStatement = 250;
/**
 * Delay of the refresh job. By then the process that made search stale has ended, or shares the work with the job.
 */
const refreshAfterMs = 60_000;
/** Rows per short transaction: rows of real talks have thousands of words to count. */
const rowsPerPage = 125;
/** From this number of source items on, their quotes may be new and unknown to the planner. */
const manyItems = 20;
/** Interviews whose rows are in memory at once. */
const reindexedAtOnce = 25;
/** An hour of talk is about 60 kB. */
const transcriptsAtOnce = 10;

/**
 * Updates the team's search index and word counts to match its qualifying evidence. Call it in the
 * transaction that changed evidence or its context (themes, signals, names); with `sourceItemIds`
 * it checks only those. It writes only what changed. A caller that knows the interviews calls
 * `prepareSearch` before its transaction, because locating quotes takes the most time.
 */
export async function refreshSearch(
  tx: Context,
  {
    sourceItemIds,
    analyzed = false,
  }: {
    sourceItemIds?: readonly string[] /** True if the planner's statistics are current. */;
    analyzed?: boolean;
  } = {},
): Promise<void> {
  await tx.db.rows(lockSearchStatistics);
  // a plan made when the index was empty reads all of it
  await tx.db.planPerExecution();
  const changes = new Changes();
  const many = !analyzed && (!sourceItemIds || sourceItemIds.length >= manyItems);
  if (many) await tx.db.rows(setNestedLoops, 'off');
  for await (const ids of sourceItemIds
    ? chunks(sourceItemIds, reindexedAtOnce)
    : staleBatches(tx, rowsAtOnce)) {
    await reindex(tx, ids, changes);
  }
  if (many) await tx.db.rows(setNestedLoops, 'on');
  await changes.write(tx);
  await enqueue(tx.db, { kind: EMBED_EVIDENCE, key: EMBED_EVIDENCE });
}

/**
 * Removes evidence from the index and its words from the counts. Call it before deleting the evidence: the database
 * deletes the index rows with it, and the words would stay in the counts.
 */
export async function forgetInSearch(tx: Context, evidenceIds: readonly string[]): Promise<void> {
  if (evidenceIds.length === 0) return;
  await tx.db.rows(lockSearchStatistics);
  const changes = new Changes();
  for (const removed of await tx.db.rows(removeIndexedEvidence, evidenceIds)) {
    changes.count(removed, -1);
  }
  await changes.write(tx);
}

/**
 * Schedules a job that refreshes the search index. Call it in the transaction that changes the names by which any
 * number of quotes are found, and `refreshSearchByPage` after it; the job does the work if the process ends in
 * between.
 */
export const searchIsStale = (tx: Context): Promise<void> =>
  enqueue(tx.db, {
    ...{ kind: REFRESH_SEARCH, key: REFRESH_SEARCH },
    runAt: new Date(Date.now() + refreshAfterMs),
  });

/**
 * Like refreshSearch for the whole team or `only` these source items, in short transactions of its own. The planner's
 * statistics must be current.
 */
export async function refreshSearchByPage(ctx: Context, only?: readonly string[]): Promise<void> {
  for await (const sourceItemIds of staleBatches(ctx, rowsPerPage, only)) {
    await prepareSearch(ctx, sourceItemIds);
    await inTransaction(ctx, async (tx) => {
      await tx.db.row(lockTeam);
      await refreshSearch(tx, { sourceItemIds, analyzed: true });
    });
  }
}

/** Source items to reindex, with at most about `most` rows per batch. */
async function* staleBatches(
  ctx: Context,
  most: number,
  only?: readonly string[],
): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let room = most;
  const looks = only ? chunks(only, itemsAtOnce) : ctx.db.pages(sourceItemIdsAfter, itemsAtOnce);
  for await (const ids of looks) {
    for (const { sourceItemId, rows } of await ctx.db.rows(staleSourceItems, ids)) {
      batch.push(sourceItemId);
      room -= rows;
      if (room > 0) continue;
      yield batch;
      batch = [];
      room = most;
    }
  }
  if (batch.length > 0) yield batch;
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
    const passages = await passagesOf(tx, some);
    for (const [sourceItemId, group] of some) {
      for (const row of await indexRows(group, passages.get(sourceItemId))) {
        changes.count(row, 1);
        pending.push(row);
      }
      if (pending.length >= rowsPerStatement) await store();
    }
  }
  await store();
}

/**
 * The transcripts in which each interview's quotes are located: prepared by `prepareSearch`, or
 * loaded now.
 */
async function passagesOf(
  tx: Context,
  groups: readonly [sourceItemId: string, rows: readonly IndexedRow[]][],
): Promise<Map<string, QuotePlaces>> {
  const ids = groups.map(([sourceItemId]) => sourceItemId);
  const prepared = await preparedPlaces(tx.db, ids);
  const passages = new Map<string, QuotePlaces>();
  for (const [sourceItemId, rows] of groups) {
    const { talkId, places } = prepared.get(sourceItemId) ?? {};
    if (talkId !== undefined && places && rows.every(({ quote }) => places.has(quote))) {
      passages.set(sourceItemId, { talkId, find: (quote) => places.get(quote) });
    }
  }
  const others = ids.filter((id) => !passages.has(id));
  if (others.length === 0) return passages;
  const read = new Map<TalkTurns['turns'], QuoteFinder>();
  for (const [sourceItemId, { talkId, turns, own }] of await readTalkTurns(tx.db, others)) {
    const transcript = read.get(turns) ?? new QuoteFinder(turns);
    read.set(turns, transcript);
    passages.set(sourceItemId, { talkId, find: (quote) => transcript.find(quote, own) });
  }
  return passages;
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

/**
 * The changes that a refresh makes to the counts. It keeps three numbers per term, so memory grows only with the
 * vocabulary.
 */
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
