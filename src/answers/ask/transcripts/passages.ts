import type { Talk } from '../../queries/transcripts.js';
import { nearestWindows } from './rank-windows.js';
import { longestShown, passageOf, spokenIn, type TranscriptPassage } from './talk.js';
import { repeats, spanOf, type Window } from './windows.js';

const mostPassages = 20;

/** A passage found by the search. */
export interface FoundPassage extends TranscriptPassage {
  /** Nearness to the sought terms; see `Ranked`. */
  score: number;
  /** End of the question before it, which may be some turns earlier. */
  context: string;
}

/** The passages of talks nearest to the `sought` terms, best first. */
export async function nearestPassages(
  talks: readonly Talk[],
  sought: readonly string[],
): Promise<FoundPassage[]> {
  const { nearest } = await nearestWindows(await spokenIn(talks), [sought]);
  const chosen: Window[] = [];
  return nearest.flatMap(({ window: found, score }) => {
    if (chosen.length >= mostPassages || chosen.some(repeats(found))) return [];
    const window = goingOn(found);
    chosen.push(window);
    const { turn } = window;
    return [{ ...passageOf(turn, spanOf(window)), score, context: turn.asked }];
  });
}

/**
 * Extends a window up to the length that can be shown: by the sentences after it, in which people come to their
 * point, and by the one before it.
 */
function goingOn(window: Window): Window {
  const { turn } = window;
  let { first, last } = window;
  const fits = (from: number, to: number): boolean => {
    const [start, end] = [turn.sentences[from], turn.sentences[to]];
    if (!start || !end || start.isLeftOut || end.isLeftOut) return false;
    const text = turn.text.slice(start.start, end.end);
    return text.length <= longestShown && !text.includes('\n'); // a quote is one line
  };
  while (fits(first, last + 1)) last++;
  if (fits(first - 1, last)) first--;
  return { ...window, first, last };
}
