import { buildConcepts, type QueryModel } from '../../search/concept.js';
import { mergeRankings, rank } from '../../search/rank.js';
import { type Pause, pauses } from './pauses.js';
import { similarityIn } from './similarity.js';
import type { Spoken } from './talk.js';
import { type Window, windowsOf } from './windows.js';

const rankedAtOnce = 200;
/** Only a transcript crafted to be cut into crumbs has more. */
const mostWindows = 20_000;

/** A window and its nearness to the nearest of the sought texts. */
interface Ranked {
  window: Window;
  /** 0 to 2.6: how much of the text it mentions (0 to 1), plus how alike they are in other words (0 to 1.6). */
  score: number;
}

/** The windows nearest to any of the `sought` texts (as terms), best first. */
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
  const similarity = await similarityIn(all, pause);
  for (const query of await queriesFor(sought, all, pause)) {
    const said = new Map((await ranked(query, all, pause)).map(({ id, score }) => [id, score]));
    const like = await similarity(query);
    const found = all.map(({ evidenceId: id }, at) => ({
      id,
      score: (said.get(id) ?? 0) + like[at]!,
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

/**
 * Builds a query per sought text, with synonyms that the transcripts use and each word weighted by its rarity in
 * them.
 */
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

/** The windows that mention words of the query, best first. */
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
