import { talksOf, transcriptsOf, turnsOfTalks } from '../../../db/queries/transcripts.js';
import type { TeamDatabase } from '../../../db/team-database.js';
import { stopWords } from '../../language/stop-words.js';
import { terms, words } from '../../language/tokens.js';

const termsBefore = 40;
const termsAfter = 15;
/** A turn adds a little more than its words: a change of speaker is a step as well. */
const betweenTurns: readonly undefined[] = [undefined, undefined];

/** The place of a quote in a transcript. */
export interface Place {
  /** Number of terms before it, of all speakers together. */
  start: number;
  /** Terms around it, each once. */
  around: string[];
}

/** The transcript in which a source item's quotes are located. */
export interface QuotePlaces {
  /** The group talk that the source item was taken from; null if the item holds its talk whole. */
  talkId: string | null;
  find(quote: string): Place | undefined;
}

interface Turn {
  said: string;
  /** Number of terms before it. */
  start: number;
  /** Number of words, and of content words, before each word of `said`; counted on first use. */
  before?: ReadonlyMap<number, { words: number; telling: number }>;
}

/** A transcript in which quotes can be looked up. */
export class QuoteFinder {
  private readonly turns: Turn[] = [];
  private readonly terms: (string | undefined)[] = [];

  constructor(turns: readonly { text: string }[]) {
    for (const { text } of turns) {
      this.turns.push({ said: padded(text), start: this.terms.length });
      for (const term of terms(text)) this.terms.push(term);
      this.terms.push(...betweenTurns);
    }
  }

  /**
   * Returns the first place of a quote within one turn, ignoring case and punctuation; undefined if
   * it does not occur. With `turns` (indexes), only these are searched.
   */
  find(quote: string, turns?: Iterable<number>): Place | undefined {
    const wanted = padded(quote);
    if (wanted.trim() === '') return undefined;
    for (const index of turns ?? this.turns.keys()) {
      const turn = this.turns[index]!;
      const at = turn.said.indexOf(wanted);
      if (at < 0) continue;
      const from = turn.start + termsBeforeIn(turn, at);
      const to = from + terms(wanted).length;
      const near = [
        ...this.terms.slice(Math.max(0, from - termsBefore), from),
        ...this.terms.slice(to, to + termsAfter),
      ];
      return { start: from, around: [...new Set(near)].filter((term) => term !== undefined) };
    }
    return undefined;
  }
}

/** Number of terms before a position, counted as by `terms`: in a text of stop words only, all count. */
function termsBeforeIn(turn: Turn, at: number): number {
  turn.before ??= countWords(turn.said);
  const { words: all = 0, telling = 0 } = turn.before.get(at) ?? {};
  return telling || all;
}

/** Word counts, by the position of the space before each word. */
function countWords(said: string): NonNullable<Turn['before']> {
  const before = new Map<number, { words: number; telling: number }>();
  let [at, counted, telling] = [0, 0, 0];
  for (const word of said.slice(1, -1).split(' ')) {
    before.set(at, { words: counted, telling });
    at += word.length + 1;
    counted++;
    if (!stopWords.has(word)) telling++;
  }
  return before;
}

/** Quotes to be located in the turns with the indexes `own`; in all if absent. */
export interface Sought {
  quotes: readonly string[];
  own?: readonly number[] | undefined;
}

/** The place of each quote in a talk; undefined for one that does not occur. */
export function placesOf(
  turns: readonly { text: string }[],
  sought: readonly Sought[],
): (Place | undefined)[][] {
  const transcript = new QuoteFinder(turns);
  return sought.map(({ quotes, own }) => quotes.map((quote) => transcript.find(quote, own)));
}

const padded = (text: string): string => ` ${words(text).join(' ')} `;

/** The talk that a source item holds or was taken from. */
export interface TalkTurns {
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
export async function readTalkTurns(
  db: TeamDatabase,
  sourceItemIds: readonly string[],
): Promise<Map<string, TalkTurns>> {
  const talks = new Map<string, TalkTurns>();
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
