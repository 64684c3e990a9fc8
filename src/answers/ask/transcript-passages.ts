import { setImmediate as othersTurn } from 'node:timers/promises';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import type { TeamDatabase } from '../../../db/team-database.js';
import { QUALITY_BAR } from '../../core/decisions.js';
import { type Span, sentencesOf } from '../../language/sentences.js';
import { terms, words } from '../../language/tokens.js';
import { type Talk, transcripts } from '../queries/transcripts.js';
import { buildConcepts, type QueryModel } from '../search/concept.js';
import { type Candidate, mergeRankings, rank } from '../search/rank.js';
import type { Said } from './answer.js';

/** Interviews that are read for a question; the best quotes of most questions come from fewer. */
export const mostInterviews = 12;
/** An hour of talk takes some 70 kB. A transcript of more than four hours is left out. */
const mostBytes = { each: 300_000, together: 900_000 };
/** Only a transcript made to be cut into crumbs has more. */
const mostWindows = 20_000;
/** Limits of what is searched: no longer than most kept quotes. */
const longest = { words: 40, sentences: 5, characters: 450 };
/** Limits of what is offered. It reaches further, since the point may come after the words that were found, or begin before. */
const longestOffered = { words: 110, before: 2, characters: 1_000 };
/** Words of the same turn that tell what a quote means: its condition, its reason, how it ended. */
const aroundQuote = { before: 30, after: 45 };
/** The end of a question asks it. An answer may follow "Okay." or "Got it." */
const question = { words: 40, least: 5, turnsBefore: 3 };
// Chosen with `longest.words` on 50 questions about two studies (docs/search.md): 20 held no more of the answers.
const mostPassages = 12;
/** Milliseconds of work after which others have their turn. */
const busyMs = 20;
const rankedAtOnce = 200;
/** The best passages, whose questions others were asked, too. */
const leading = 4;
const mostQuestions = 6;
const mostOfOthers = 8;
/** Likeness of two questions of an interviewer, 0 to 1. */
const leastAlike = 0.3;

/** Words of a participant of which no quote was kept. */
export interface TranscriptPassage extends Said {
  evidenceId: null;
  /** The name by which a model names it. */
  ref: string;
  /** May be empty. */
  asked: string;
  /** 0 to 1: how much of what is sought it says, at most of several. */
  score: number;
  /** The sentences of `quote`; a model may name some of them. */
  sentences: readonly Span[];
  /** The offered quote that it goes on from, if it does. */
  follows?: string;
}

interface Sentence extends Span {
  isLeftOut: boolean;
  words: number;
  terms: string;
}

/** A participant's turn. */
interface Spoken {
  talk: Talk;
  text: string;
  sentences: readonly Sentence[];
  asked: string;
}

interface Window extends Candidate {
  turn: Spoken;
  /** Its first and last sentence. */
  first: number;
  last: number;
  follows?: string;
}

/** The transcripts of interviews, the best one first, as many as are read for a question. */
export function readTalks(db: TeamDatabase, sourceItemIds: readonly string[]): Promise<Talk[]> {
  const { each, together } = mostBytes;
  const ids = [...new Set(sourceItemIds)].slice(0, mostInterviews);
  return db.rows(transcripts, ids, QUALITY_BAR, each, together);
}

/**
 * The passages of talks that are nearest to any of the texts that are sought (as terms), without what the offered
 * quotes show already. Each is cut from its transcript as it stands. `wide` ones come with what stands before and after,
 * and are followed by what others answered to the same questions of the interviewer, these and those `asked`.
 */
export async function transcriptPassages(
  talks: readonly Talk[],
  sought: readonly (readonly string[])[],
  offered: readonly EvidenceRow[],
  { wide, asked = [] }: { wide: boolean; asked?: readonly string[] },
): Promise<TranscriptPassage[]> {
  const windows: Window[] = [];
  const pause = pauses();
  for (const talk of talks) {
    const own = offered.filter(({ sourceItemId }) => sourceItemId === talk.sourceItemId);
    for (const window of windowsOf(talk, own)) {
      if (windows.push(window) >= mostWindows) break;
      await pause();
    }
  }
  const rankings: string[][] = [];
  const scores = new Map<string, number>();
  for (const query of await queriesFor(sought, windows, pause)) {
    const found = await ranked(query, windows, pause);
    rankings.push(found.map(({ id }) => id));
    for (const { id, score } of found) scores.set(id, Math.max(score, scores.get(id) ?? 0));
  }
  const byId = new Map(windows.map((window) => [window.evidenceId, window]));
  const chosen: Window[] = [];
  for (const id of mergeRankings(rankings)) {
    if (chosen.length >= mostPassages) break;
    const window = byId.get(id)!;
    if (chosen.some(repeats(window))) continue;
    const further = wide ? extended(window) : window;
    chosen.push(chosen.some(repeats(further)) ? window : further);
  }
  if (wide) {
    const questions = [...asked, ...chosen.slice(0, leading).map(({ turn }) => turn.asked)];
    const all = chosen.length + mostOfOthers;
    for (const answer of await answersTo(questions, windows, pause)) {
      if (chosen.length >= all) break;
      if (!chosen.some(repeats(answer))) chosen.push(answer);
    }
  }
  return chosen.map((window, place) =>
    passageOf(window, place, scores.get(window.evidenceId) ?? 0),
  );
}

/**
 * The beginnings of answers to questions like these, at most one per question and talk, the likest question first. An
 * interviewer asks everybody the same, and an answer in other words is found by nothing else.
 */
async function answersTo(
  questions: readonly string[],
  windows: readonly Window[],
  pause: Pause,
): Promise<Window[]> {
  const heads = new Map<Spoken, Window>();
  for (const window of windows) {
    if (window.contextTerms !== '' && !heads.has(window.turn)) heads.set(window.turn, window);
  }
  const byQuestion = [...heads.values()].map((head) => ({
    ...head,
    quoteTerms: head.contextTerms,
    contextTerms: '',
    aroundTerms: '',
  }));
  const byId = new Map([...heads.values()].map((head) => [head.evidenceId, head]));
  const distinct = [...new Set(questions)].filter((text) => text !== '').slice(0, mostQuestions);
  const rankings: string[][] = [];
  for (const query of await queriesFor(distinct.map(terms), byQuestion, pause)) {
    const talks = new Set<Talk>();
    const like = (await ranked(query, byQuestion, pause)).filter(({ id, score }) => {
      const { talk } = byId.get(id)!.turn;
      return score >= leastAlike && !talks.has(talk) && talks.add(talk);
    });
    rankings.push(like.map(({ id }) => id));
  }
  return mergeRankings(rankings).map((id) => extended(byId.get(id)!));
}

/** Words around a quote in its transcript. Each may be empty. */
export interface AroundQuote {
  /** The end of what was asked before it. */
  asked: string;
  /** The speaker's own words in the same turn. */
  before: string;
  after: string;
}

/** Returns the words around quotes that are found in their transcripts, by the ids of the quotes. */
export function aroundQuotes(
  talks: readonly Talk[],
  quotes: readonly EvidenceRow[],
): Map<string, AroundQuote> {
  const found = new Map<string, AroundQuote>();
  for (const talk of talks) {
    const asks = askers(talk);
    for (const { evidenceId, quote, sourceItemId } of quotes) {
      if (sourceItemId !== talk.sourceItemId) continue;
      const number = talk.transcript.findIndex(
        ({ speaker, text }) => !asks(speaker) && text.includes(quote),
      );
      const text = talk.transcript[number]?.text;
      if (text === undefined || talk.removed.some((one) => text.includes(one))) continue;
      const start = text.indexOf(quote);
      found.set(evidenceId, {
        asked: questionBefore(talk, number, asks),
        before: lastWords(text.slice(0, start), aroundQuote.before),
        after: firstWords(text.slice(start + quote.length), aroundQuote.after),
      });
    }
  }
  return found;
}

type Pause = () => Promise<void>;

/** Lets others have their turn after some work. */
function pauses(): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < busyMs) return;
    await othersTurn();
    since = performance.now();
  };
}

/**
 * Up to five sentences of the participant from each sentence on, up to the next of what is offered already or was
 * taken out. A passage that goes on from an offered quote is found by the words of both.
 */
function* windowsOf(talk: Talk, offered: readonly EvidenceRow[]): Generator<Window> {
  const asks = askers(talk);
  for (const [number, { speaker, text }] of talk.transcript.entries()) {
    if (asks(speaker) || text === speaker) continue; // both are blacked out when somebody is erased
    const asked = questionBefore(talk, number, asks);
    const contextTerms = asked === '' ? '' : terms(asked).join(' ');
    const placed = offered.flatMap(({ quote, evidenceId }) => placeOf(quote, text, evidenceId));
    const leftOut = [...talk.removed.flatMap((quote) => placeOf(quote, text)), ...placed];
    const sentences = sentencesOf(text).map(({ start, end }): Sentence => {
      const own = text.slice(start, end);
      const isLeftOut = leftOut.some((quote) => start < quote.end && end > quote.start);
      return { start, end, isLeftOut, words: words(own).length, terms: terms(own).join(' ') };
    });
    const turn: Spoken = { talk, text, sentences, asked };
    let before = -1;
    for (const [first, sentence] of sentences.entries()) {
      if (sentence.isLeftOut) continue;
      const last = lastOf(turn, first, longest);
      if (last <= before) continue; // it is in the one before
      before = last;
      const id = `${talk.sourceItemId} ${number} ${sentence.start}`;
      const end = sentences[first - 1]?.end;
      const quote =
        end === undefined
          ? undefined
          : placed.find((one) => one.end > sentences[first - 1]!.start && one.end <= end);
      yield {
        evidenceId: id,
        talkId: id, // windows overlap, so they are no neighbors that add to each other
        position: 0,
        quoteTerms: sentences
          .slice(first, last + 1)
          .map((one) => one.terms)
          .join(' '),
        contextTerms,
        aroundTerms: quote ? terms(text.slice(quote.start, quote.end)).join(' ') : '',
        exact: false,
        ...{ turn, first, last },
        ...(quote && { follows: quote.evidenceId }),
      };
    }
  }
}

interface Placed extends Span {
  evidenceId: string;
}

function placeOf(quote: string, text: string, evidenceId = ''): Placed[] {
  const start = text.indexOf(quote);
  return start < 0 ? [] : [{ start, end: start + quote.length, evidenceId }];
}

/** The last sentence of a passage that begins with `first`. */
function lastOf(
  { text, sentences }: Spoken,
  first: number,
  most: { words: number; characters: number; sentences?: number },
): number {
  const { start, words: own } = sentences[first]!;
  let last = first;
  let said = own;
  for (let next = sentences[first + 1]; next; next = sentences[last + 1]) {
    said += next.words;
    if (said > most.words || next.end - start > most.characters || next.isLeftOut) break;
    if (most.sentences !== undefined && last - first + 1 >= most.sentences) break;
    if (text.slice(sentences[last]!.end, next.start).includes('\n')) break; // a quote is one line
    last++;
  }
  return last;
}

/** With the sentences before and what comes after, as far as has room. */
function extended(window: Window): Window {
  const { turn, first, last } = window;
  const { text, sentences } = turn;
  let from = first;
  let room = longestOffered.words - longest.words;
  while (first - from < longestOffered.before) {
    const before = sentences[from - 1];
    if (!before || before.isLeftOut || before.words > room) break;
    if (text.slice(before.end, sentences[from]!.start).includes('\n')) break;
    room -= before.words;
    from--;
  }
  return { ...window, first: from, last: Math.max(last, lastOf(turn, from, longestOffered)) };
}

/**
 * Tells who is not the participant. An imported transcript does not say who asks: there only the participant's own
 * name counts, or a single speaker.
 */
function askers({ interviewers, transcript, participantName }: Talk): (speaker: string) => boolean {
  const plain = (name: string): string => name.trim().toLowerCase();
  if (interviewers.length > 0) {
    const names = new Set(interviewers.map(plain));
    return (speaker) => names.has(plain(speaker));
  }
  const speakers = new Set(transcript.map(({ speaker }) => plain(speaker)));
  if (speakers.size === 1) return () => false;
  return (speaker) => plain(speaker) !== plain(participantName);
}

/** The end of what was asked before a turn, without bare agreement in between. */
function questionBefore(
  { transcript }: Talk,
  number: number,
  asks: (speaker: string) => boolean,
): string {
  const before = transcript.slice(Math.max(0, number - question.turnsBefore), number);
  const asked = before.findLast(
    ({ speaker, text }) =>
      asks(speaker) && words(text.slice(0, longest.characters)).length >= question.least,
  );
  return asked === undefined ? '' : endOf(asked.text);
}

const endOf = (text: string): string => lastWords(text, question.words);

/** The last words of a text, from the beginning of a word. */
const lastWords = (text: string, most: number): string =>
  text.slice(-longest.characters).trim().split(/\s+/).slice(-most).join(' ');

const firstWords = (text: string, most: number): string =>
  text.slice(0, longest.characters).trim().split(/\s+/).slice(0, most).join(' ');

/** Queries for what is sought, with the other words for it that the transcripts use, weighted by how rare a word is in them. */
async function queriesFor(
  sought: readonly (readonly string[])[],
  windows: readonly Window[],
  pause: Pause,
): Promise<QueryModel[]> {
  const counts = new Map<
    string,
    { term: string; documents: number; named: number; rows: number }
  >();
  let length = 0;
  for (const { quoteTerms, contextTerms } of windows) {
    const own = quoteTerms.split(' ');
    length += own.length;
    const said = new Set(own);
    for (const term of new Set([...own, ...contextTerms.split(' ')])) {
      const count = counts.get(term) ?? { term, documents: 0, named: 0, rows: 0 };
      if (said.has(term)) count.documents++;
      count.named++;
      count.rows++;
      counts.set(term, count);
    }
    await pause();
  }
  const statistics = { documents: windows.length, terms: length };
  const vocabulary = { statistics, frequencies: [...counts.values()], corrections: new Map() };
  const averageLength = length / Math.max(1, windows.length);
  return sought.map((text) => ({
    concepts: buildConcepts(text, vocabulary),
    sequence: [...text],
    averageLength,
  }));
}

/** The windows that mention what is sought, the best first. */
async function ranked(
  query: QueryModel,
  windows: readonly Window[],
  pause: Pause,
): Promise<{ id: string; score: number }[]> {
  const found: { id: string; score: number }[] = [];
  for (let from = 0; from < windows.length; from += rankedAtOnce) {
    for (const { candidate, score } of rank(query, windows.slice(from, from + rankedAtOnce))) {
      found.push({ id: candidate.evidenceId, score });
    }
    await pause();
  }
  return found.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** True if two windows share words, or say the same. */
const repeats =
  (window: Window) =>
  (other: Window): boolean =>
    (other.turn === window.turn && other.first <= window.last && window.first <= other.last) ||
    textOf(other) === textOf(window);

const spanOf = ({ turn: { sentences }, first, last }: Window): Span => ({
  start: sentences[first]!.start,
  end: sentences[last]!.end,
});

function textOf(window: Window): string {
  const { start, end } = spanOf(window);
  return window.turn.text.slice(start, end);
}

function passageOf(window: Window, place: number, score: number): TranscriptPassage {
  const { talk, sentences, asked } = window.turn;
  const { start } = spanOf(window);
  return {
    evidenceId: null,
    ref: `T${place + 1}`,
    quote: textOf(window),
    asked,
    score,
    sentences: sentences
      .slice(window.first, window.last + 1)
      .map((span) => ({ start: span.start - start, end: span.end - start })),
    ...(window.follows !== undefined && { follows: window.follows }),
    sourceItemId: talk.sourceItemId,
    studyId: talk.studyId,
    studyName: talk.studyName,
    participantId: talk.participantId,
    participantName: talk.participantName,
    capturedAt: talk.capturedAt,
  };
}

/** Longest passage that is shown. */
const longestShown = 450;

/**
 * The passage that a model names by its ref: whole, or some of its sentences, counted from 1 ("T3.2", "T3.2-4"), and no
 * more of them than an answer has room for. Undefined if it was not offered.
 */
export function passageNamed(
  name: string,
  passages: readonly TranscriptPassage[],
): TranscriptPassage | undefined {
  const [, ref, from, to] = /^(T\d+)(?:\.(\d+)(?:\s*[-–]\s*(?:T?\d+\.)?(\d+))?)?$/.exec(name) ?? [];
  const passage = passages.find((one) => one.ref === ref);
  if (!passage) return undefined;
  const { quote, sentences } = passage;
  const first = from === undefined ? 0 : Number(from) - 1;
  const last = from === undefined ? sentences.length - 1 : Number(to ?? from) - 1;
  const named = sentences.slice(Math.max(0, first), last + 1);
  const start = named[0]?.start;
  if (start === undefined) return undefined;
  const fitting = named.filter(({ end }, at) => at === 0 || end - start <= longestShown);
  return { ...passage, quote: quote.slice(start, fitting.at(-1)!.end) };
}
