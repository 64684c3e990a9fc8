import { talksOf, transcriptsOf, turnsOfTalks } from '../../../db/queries/transcripts.js';
import type { TeamDatabase } from '../../../db/team-database.js';

/** The talk that a source item holds or was taken from. */
export interface Talk {
  /** The group talk that the item was taken from; null if it holds its talk whole. */
  talkId: string | null;
  /** Turns of the whole talk: the same array for every item that was taken from it. */
  turns: readonly { text: string }[];
  /** The indexes of the turns that the item holds; all if absent. */
  own?: readonly number[];
}

/**
 * Returns the talks of these source items that have a transcript. An item of a group talk holds
 * only its participant's turns; the turns around them come from the other participants' items.
 */
export async function readTalks(
  db: TeamDatabase,
  sourceItemIds: readonly string[],
): Promise<Map<string, Talk>> {
  const talks = new Map<string, Talk>();
  for (const { sourceItemId, transcript } of await db.rows(transcriptsOf, sourceItemIds)) {
    talks.set(sourceItemId, { talkId: null, turns: transcript });
  }
  const items = await db.rows(talksOf, sourceItemIds);
  if (items.length === 0) return talks;
  const said = await saidIn(db, [...new Set(items.map(({ talkId }) => talkId))]);
  for (const { sourceItemId, talkId, turns: numbers } of items) {
    const { turns, places } = said.get(talkId)!;
    const own = numbers.flatMap((number) => places.get(number) ?? []);
    talks.set(sourceItemId, { talkId, turns, own });
  }
  return talks;
}

interface Said {
  turns: { text: string }[];
  /** The index of each turn, by its number in the talk. */
  places: Map<number, number>;
}

async function saidIn(db: TeamDatabase, talkIds: readonly string[]): Promise<Map<string, Said>> {
  const said = new Map(
    talkIds.map((talkId): [string, Said] => [talkId, { turns: [], places: new Map() }]),
  );
  for (const { talkId, number, text } of await db.rows(turnsOfTalks, talkIds)) {
    const { turns, places } = said.get(talkId)!;
    places.set(number, turns.length);
    turns.push({ text });
  }
  return said;
}
