import { mayBeEnglish } from '../../../language/english.js';
import { directionOf, likenessOfTexts } from '../../../language/word-vectors.js';
import type { Talk } from '../../queries/transcripts.js';
import { buildConcepts, type QueryModel } from '../../search/concept.js';
import { mergeRankings, rank } from '../../search/rank.js';
import { type Pause, pauses } from './pauses.js';
import type { Spoken } from './talk.js';
import { type Window, windowsOf } from './windows.js';

const rankedAtOnce = 200;
/** Only a transcript made to be cut into crumbs has more. */
const mostWindows = 20_000;

/** What was asked right before counts this much for what a window is about. */
const shareOfAsked = 0.4;
/** Likeness of words of a language that the vectors do not know: no less than that of most questions to no answer. */
const unknownLikeness = 0.83;
/** Characters of a talk that show its language. */
const sample = 4000;

/** A window, and how near it is to what is sought, to the nearest of several texts. */
export interface Ranked {
  window: Window;
  /** 0 to 2: how much of the text it says, and how much its other words are like those of the text. */
  score: number;
}

/** The windows of turns that are nearest to any of the texts that are sought (as terms), the best first. */
export async function nearestWindows(
  turns: readonly Spoken[],
  sought: readonly (readonly string[])[],
): Promise<{ all: Window[]; nearest: Ranked[] }> {
  const pause = pauses();
  const all: Window[] = [];
  for (const window of windowsOf(turns)) {
    if (all.push(window) >= mostWindows) break;
    await pause();
  }
  const byId = new Map(all.map((window) => [window.evidenceId, window]));
  const rankings: string[][] = [];
  const scores = new Map<string, number>();
  const subjects = await subjectsOf(all, pause);
  for (const query of await queriesFor(sought, all, pause)) {
    const said = new Map((await ranked(query, all, pause)).map(({ id, score }) => [id, score]));
    const subject = directionOf(query.sequence);
    const found = all.map(({ evidenceId: id }, at) => ({
      id,
      score: (said.get(id) ?? 0) + likenessTo(subject, subjects[at]),
    }));
    rankings.push(inOrder(found).map(({ id }) => id));
    for (const { id, score } of found) scores.set(id, Math.max(score, scores.get(id) ?? 0));
  }
  const nearest = mergeRankings(rankings).map((id) => ({
    window: byId.get(id)!,
    score: scores.get(id) ?? 0,
  }));
  return { all, nearest };
}

/** Queries for what is sought, with the other words for it that the transcripts use, weighted by how rare a word is in them. */
export async function queriesFor(
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
export async function ranked(
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
  return inOrder(found);
}

const inOrder = (found: readonly { id: string; score: number }[]) =>
  found.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));

const likenessTo = (subject: Float32Array, other: Float32Array | undefined): number =>
  other ? Math.max(0, likenessOfTexts(subject, other)) : unknownLikeness;

/** What each window is about, with what was asked before it; undefined if it is not in English. */
async function subjectsOf(
  windows: readonly Window[],
  pause: Pause,
): Promise<(Float32Array | undefined)[]> {
  const talks = new Set(windows.map(({ turn }) => turn.talk));
  const english = new Set([...talks].filter(isInEnglish));
  const subjects: (Float32Array | undefined)[] = [];
  for (const { turn, quoteTerms, contextTerms } of windows) {
    subjects.push(english.has(turn.talk) ? subjectOf(quoteTerms, contextTerms) : undefined);
    await pause();
  }
  return subjects;
}

const isInEnglish = ({ transcript }: Talk): boolean =>
  mayBeEnglish(
    transcript
      .map(({ text }) => text)
      .join(' ')
      .slice(0, sample),
  );

function subjectOf(quoteTerms: string, contextTerms: string): Float32Array {
  const asked = directionOf(contextTerms.split(' '));
  return directionOf(quoteTerms.split(' ')).map((part, at) => part + shareOfAsked * asked[at]!);
}
