import type { EvidenceRow } from '../../../../db/queries/evidence.js';
import { estimateTokens } from '../../../core/models/context-room.js';
import type { Span } from '../../../language/sentences.js';
import { terms } from '../../../language/tokens.js';
import type { Talk } from '../../queries/transcripts.js';
import { mergeRankings } from '../../search/rank.js';
import { pauses } from './pauses.js';
import { nearestWindows, queriesFor, ranked } from './rank-windows.js';
import {
  longestShown,
  passageOf,
  placesOf,
  type Spoken,
  spokenIn,
  type TranscriptPassage,
} from './talk.js';
import { spanOf, type Window } from './windows.js';

/** Sentences with fewer words ("So.") share a line with the next one. */
const fewestWords = 4;
/** Most lines and characters taken before and after a found line: people come to their point later. */
const around = { before: { lines: 3, characters: 400 }, after: { lines: 6, characters: 800 } };
/** Tokens that a line costs in addition to its text. */
const frame = 2;
/** Tokens that a further line usually takes. */
const leastRoom = 25;
/** Most passages taken per talk; the room is usually used up by fewer. */
const mostOfTalk = 60;
/** Number of best passages whose questions are looked up with the other participants. */
const leading = 8;
/** Minimum similarity of two questions of an interviewer, 0 to 1. */
const leastAlike = 0.3;

/** An interview, whole or in part, as a model reads it. */
export interface Excerpt {
  /** The name by which the prompt and the model refer to it: "T1". */
  ref: string;
  talk: Talk;
  /** The chosen lines, in the order of the talk. */
  lines: readonly Line[];
}

/** One or a few sentences of a participant. */
export interface Line extends Span {
  turn: Spoken;
  /** Its number among all lines of its talk, from 1. */
  number: number;
}

/**
 * Excerpts of talks that fit into `tokens`. If all talks fit, they are included whole. Otherwise the excerpts are the
 * lines around the passages nearest to the `sought` texts (as terms), around the quotes, and other participants'
 * answers to the same questions.
 */
export async function excerptsOf(
  talks: readonly Talk[],
  sought: readonly (readonly string[])[],
  quotes: readonly EvidenceRow[],
  tokens: number,
): Promise<Excerpt[]> {
  const turns = await spokenIn(talks);
  const linesOfTalk = new Map<Talk, Line[]>(talks.map((talk) => [talk, []]));
  for (const turn of turns) addLines(linesOfTalk.get(turn.talk) ?? [], turn);
  const all = [...linesOfTalk.values()].flat();
  const chosen =
    new Room(tokens).add(all) === all.length
      ? new Set(all)
      : await nearestLines(linesOfTalk, turns, sought, quotes, tokens);
  return [...linesOfTalk].flatMap(([talk, lines], place) => {
    const own = lines.filter((line) => chosen.has(line));
    return own.length === 0 ? [] : [{ ref: `T${place + 1}`, talk, lines: own }];
  });
}

function addLines(lines: Line[], turn: Spoken): void {
  let start: number | undefined;
  for (const [at, sentence] of turn.sentences.entries()) {
    if (sentence.isLeftOut) {
      start = undefined;
      continue;
    }
    const next = turn.sentences[at + 1];
    const isOneLine = next && !turn.text.slice(sentence.end, next.start).includes('\n');
    if (sentence.words < fewestWords && next && !next.isLeftOut && isOneLine) {
      start ??= sentence.start;
      continue;
    }
    lines.push({
      ...{ turn, number: lines.length + 1 },
      ...{ start: start ?? sentence.start, end: sentence.end },
    });
    start = undefined;
  }
}

/** The lines that fit into a number of tokens, counting each question of the interviewer once. */
class Room {
  readonly lines = new Set<Line>();
  private readonly turns = new Set<Spoken>();

  constructor(private tokens: number) {}

  get isUsed(): boolean {
    return this.tokens < leastRoom;
  }

  /** Adds the lines that fit; returns the number of all lines added so far. */
  add(lines: readonly Line[]): number {
    for (const line of lines) {
      const { turn, start, end } = line;
      const question = this.turns.has(turn) ? 0 : estimateTokens(turn.asked) + frame;
      const cost = estimateTokens(turn.text.slice(start, end)) + frame + question;
      if (this.lines.has(line) || cost > this.tokens) continue;
      this.lines.add(line);
      this.turns.add(turn);
      this.tokens -= cost;
    }
    return this.lines.size;
  }
}

async function nearestLines(
  linesOfTalk: ReadonlyMap<Talk, readonly Line[]>,
  turns: readonly Spoken[],
  sought: readonly (readonly string[])[],
  quotes: readonly EvidenceRow[],
  tokens: number,
): Promise<Set<Line>> {
  const { all, nearest } = await nearestWindows(turns, sought);
  const ofTalk = new Map<Talk, number>();
  const found = nearest.flatMap(({ window }) => {
    const { talk } = window.turn;
    const taken = ofTalk.get(talk) ?? 0;
    ofTalk.set(talk, taken + 1);
    return taken < mostOfTalk ? [placeOfWindow(window)] : [];
  });
  const ofQuotes = quotes.flatMap((quote) => placeOfQuote(quote, turns) ?? []);
  const questions = nearest.slice(0, leading).map(({ window }) => window.turn.asked);
  const ofOthers = (await answersTo(questions, all)).map(placeOfWindow);
  const rest = alternately([found.slice(leading), ofQuotes.slice(leading)]);
  const byTalk = [...linesOfTalk.keys()].map((talk) =>
    rest.filter(({ turn }) => turn.talk === talk),
  );
  const room = new Room(tokens);
  for (const place of [
    ...alternately([found.slice(0, leading), ofQuotes.slice(0, leading)]),
    ...ofOthers,
    // the talks take turns, so that none takes the room of the others
    ...alternately(byTalk),
  ]) {
    if (room.isUsed) break;
    room.add(linesNear(place, linesOfTalk.get(place.turn.talk) ?? []));
  }
  return room.lines;
}

/** A span of a turn's text. */
interface Place extends Span {
  turn: Spoken;
}

const placeOfWindow = (window: Window): Place => ({ turn: window.turn, ...spanOf(window) });

function placeOfQuote(
  { sourceItemId, quote }: EvidenceRow,
  turns: readonly Spoken[],
): Place | undefined {
  const turn = turns.find(
    ({ talk, text }) => talk.sourceItemId === sourceItemId && text.includes(quote),
  );
  const [span] = turn ? placesOf(quote, turn.text) : [];
  return turn && span && { turn, ...span };
}

/** The lines at a place and those around it, across turns. */
function linesNear({ turn, ...span }: Place, lines: readonly Line[]): readonly Line[] {
  const isAt = (line: Line): boolean => line.turn === turn && overlaps(line, span);
  const first = lines.findIndex(isAt);
  if (first < 0) return [];
  let last = first;
  for (let next = lines[last + 1]; next && isAt(next); next = lines[last + 1]) last++;
  const backwards = lines.slice(Math.max(0, first - around.before.lines), first).reverse();
  const before = [...fitting(backwards, around.before)].reverse();
  const after = fitting(lines.slice(last + 1, last + 1 + around.after.lines), around.after);
  return [...before, ...lines.slice(first, last + 1), ...after];
}

/** The first of these lines, up to the number of characters. */
function fitting(lines: readonly Line[], { characters }: { characters: number }): readonly Line[] {
  let room = characters;
  const end = lines.findIndex(({ start, end: stop }) => {
    room -= stop - start;
    return room < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

/** The first of each list, then the second of each, and so on. */
const alternately = <T>(lists: readonly (readonly T[])[]): T[] =>
  Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat();

const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/**
 * The beginnings of answers to similar questions, at most one per question and talk, most similar first. Interviewers
 * ask everyone the same questions, and nothing else finds an answer in other words.
 */
async function answersTo(
  questions: readonly string[],
  windows: readonly Window[],
): Promise<Window[]> {
  const pause = pauses();
  const heads = new Map<Spoken, Window>();
  for (const window of windows) {
    if (window.contextTerms !== '' && !heads.has(window.turn)) heads.set(window.turn, window);
  }
  const byQuestion = [...heads.values()].map((head) => ({
    ...head,
    quoteTerms: head.contextTerms,
    contextTerms: '',
  }));
  const byId = new Map([...heads.values()].map((head) => [head.evidenceId, head]));
  const distinct = [...new Set(questions)].filter((text) => text !== '');
  const rankings: string[][] = [];
  for (const query of await queriesFor(distinct.map(terms), byQuestion, pause)) {
    const talks = new Set<Talk>();
    const like = (await ranked(query, byQuestion, pause)).filter(({ id, score }) => {
      const { talk } = byId.get(id)!.turn;
      return score >= leastAlike && !talks.has(talk) && talks.add(talk);
    });
    rankings.push(like.map(({ id }) => id));
  }
  return mergeRankings(rankings).map((id) => byId.get(id)!);
}

/**
 * The lines that a model names ("T3.2", "T3.2-4"), limited to one turn and to the length that an answer shows.
 * Undefined if they were not offered.
 */
export function passageNamed(
  name: string,
  excerpts: readonly Excerpt[],
): TranscriptPassage | undefined {
  const [, ref, from, to] = /^(T\d+)\.(\d+)(?:\s*[-–]\s*(?:T?\d+\.)?(\d+))?$/.exec(name) ?? [];
  const lines = excerpts.find((one) => one.ref === ref)?.lines ?? [];
  const named = lines.filter(
    ({ number }) => number >= Number(from) && number <= Number(to ?? from),
  );
  const [first] = named;
  if (!first) return undefined;
  const run = named.filter(({ turn, number, end }, at) => {
    const isNext = turn === first.turn && number === first.number + at;
    return at === 0 || (isNext && end - first.start <= longestShown);
  });
  return passageOf(first.turn, { start: first.start, end: run.at(-1)!.end });
}

/** The lines that contain a quote, named as a model would name them; undefined if they were not offered. */
export function nameOf(
  { sourceItemId, quote }: EvidenceRow,
  excerpts: readonly Excerpt[],
): string | undefined {
  const { ref, lines = [] } = excerpts.find(({ talk }) => talk.sourceItemId === sourceItemId) ?? {};
  const turn = turnWith(quote, lines);
  const [span] = turn ? placesOf(quote, turn.text) : [];
  if (!span) return undefined;
  const own = lines.filter((line) => line.turn === turn && overlaps(line, span));
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return undefined;
  return `${ref}.${first.number}${last.number > first.number ? `-${last.number}` : ''}`;
}

/** The words around a quote of a talk: its turn, the speaker's turns next to it, and the questions before them. */
export function wordsNear(
  { sourceItemId, quote }: Pick<TranscriptPassage, 'sourceItemId' | 'quote'>,
  excerpts: readonly Excerpt[],
): string {
  const lines = excerpts.find(({ talk }) => talk.sourceItemId === sourceItemId)?.lines ?? [];
  const turns = [...new Set(lines.map(({ turn }) => turn))];
  const at = turns.findIndex(({ text }) => text.includes(quote));
  if (at < 0) return '';
  const near = turns.slice(Math.max(0, at - 1), at + 2);
  const said = lines.filter(({ turn }) => near.includes(turn));
  return [
    ...near.map(({ asked }) => asked),
    ...said.map(({ turn, start, end }) => turn.text.slice(start, end)),
  ].join(' ');
}

const turnWith = (quote: string, lines: readonly Line[]): Spoken | undefined =>
  [...new Set(lines.map(({ turn }) => turn))].find(({ text }) => text.includes(quote));
