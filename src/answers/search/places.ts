import {
  type QuotedItem,
  quotesToPlace,
  transcriptVersions,
} from '../../../db/queries/transcripts.js';
import type { TeamDatabase } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { GivenUp, inThread } from '../../core/thread/run-in-thread.js';
import type { Place, Sought } from './quote-finder.js';
import { readTalkTurns, type TalkTurns } from './quote-finder.js';

/** The places of an interview's quotes, by quote; undefined if the transcript does not have it. */
type Places = ReadonlyMap<string, Place | undefined>;

/** Number of quotes whose places are cached, about 20 MB: those of the most recently prepared interviews. */
const QUOTES_KEPT = 20_000;
const ITEMS_AT_ONCE = 100;

/** Places by team, interview and version of its talk; a changed talk is looked up again. */
const prepared = new Map<string, Places>();
let kept = 0;

const keyOf = ({ teamId }: TeamDatabase, sourceItemId: string, version: string): string =>
  JSON.stringify([teamId, sourceItemId, version]);

function keep(key: string, places: Places): void {
  kept += places.size - (prepared.get(key)?.size ?? 0);
  prepared.delete(key);
  prepared.set(key, places);
  for (const [oldest, { size }] of prepared) {
    if (kept <= QUOTES_KEPT || oldest === key) return;
    prepared.delete(oldest);
    kept -= size;
  }
}

/**
 * Locates interviews' quotes in their transcripts, in a separate thread. Call it before the
 * transaction that ends with `refreshSearch`, which then only has to write.
 */
export async function prepareSearch(
  { db }: Pick<Context, 'db'>,
  sourceItemIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(sourceItemIds)];
  for (let start = 0; start < ids.length; start += ITEMS_AT_ONCE) {
    const some = ids.slice(start, start + ITEMS_AT_ONCE);
    const byTalk = new Map<string, QuotedItem[]>();
    for (const item of await db.rows(quotesToPlace, some)) {
      const known = prepared.get(keyOf(db, item.sourceItemId, item.version));
      if (item.quotes.every((quote) => known?.has(quote))) continue;
      const talk = item.talkId ?? item.sourceItemId;
      byTalk.set(talk, [...(byTalk.get(talk) ?? []), item]);
    }
    for (const items of byTalk.values()) await prepareTalk(db, items);
  }
}

/** Prepares items of one talk. */
async function prepareTalk(db: TeamDatabase, items: readonly QuotedItem[]): Promise<void> {
  const ids = items.map(({ sourceItemId }) => sourceItemId);
  const talks = await readTalkTurns(db, ids);
  const now = new Map(
    (await db.rows(transcriptVersions, ids)).map((row) => [row.sourceItemId, row.version]),
  );
  // An item that changed in the meantime is looked up by the transaction.
  const same = items.filter(
    ({ sourceItemId, version }) => talks.has(sourceItemId) && now.get(sourceItemId) === version,
  );
  const [first] = same;
  if (!first) return;
  const { turns } = talks.get(first.sourceItemId)!;
  const places = await placesIn(
    turns,
    same.map(({ sourceItemId, quotes }) => ({ quotes, own: talks.get(sourceItemId)!.own })),
  );
  for (const [at, { sourceItemId, version, quotes }] of same.entries()) {
    const found = new Map(quotes.map((quote, index) => [quote, places[at]?.[index]]));
    keep(keyOf(db, sourceItemId, version), found);
  }
}

/**
 * Locates quotes in a talk. If that takes too long, it returns nothing, and quotes keep the order in which they were
 * said, as without a transcript.
 */
async function placesIn(
  turns: TalkTurns['turns'],
  sought: readonly Sought[],
): Promise<readonly (readonly (Place | undefined)[])[]> {
  try {
    const texts = turns.map(({ text }) => ({ text }));
    return await inThread('placesOf', texts, sought);
  } catch (error) {
    if (error instanceof GivenUp) return [];
    throw error;
  }
}

/** The places of prepared interviews whose talk has not changed since. */
export async function preparedPlaces(
  db: TeamDatabase,
  sourceItemIds: readonly string[],
): Promise<ReadonlyMap<string, { talkId: string | null; places: Places }>> {
  const found = new Map<string, { talkId: string | null; places: Places }>();
  if (prepared.size === 0) return found;
  for (const { sourceItemId, talkId, version } of await db.rows(
    transcriptVersions,
    sourceItemIds,
  )) {
    const places = prepared.get(keyOf(db, sourceItemId, version));
    if (places) found.set(sourceItemId, { talkId, places });
  }
  return found;
}
