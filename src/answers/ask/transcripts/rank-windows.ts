import { setImmediate as othersTurn } from 'node:timers/promises';
import { buildConcepts, type QueryModel } from '../../search/concept.js';
import { rank } from '../../search/rank.js';
import type { Window } from './windows.js';

/** Milliseconds of work after which others have their turn. */
const busyMs = 20;
const rankedAtOnce = 200;

export type Pause = () => Promise<void>;

/** Lets others have their turn after some work. */
export function pauses(): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < busyMs) return;
    await othersTurn();
    since = performance.now();
  };
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
  return found.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
