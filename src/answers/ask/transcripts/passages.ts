import type { Talk } from '../../queries/transcripts.js';
import { nearestWindows } from './rank-windows.js';
import { passageOf, type TranscriptPassage } from './talk.js';
import { repeats, spanOf, type Window } from './windows.js';

const mostPassages = 20;

/** The passages of talks that are nearest to any of the texts that are sought (as terms), the best first, with their scores. */
export async function nearestPassages(
  talks: readonly Talk[],
  sought: readonly (readonly string[])[],
): Promise<(TranscriptPassage & { score: number })[]> {
  const { nearest } = await nearestWindows(talks, sought);
  const chosen: Window[] = [];
  return nearest.flatMap(({ window, score }) => {
    if (chosen.length >= mostPassages || chosen.some(repeats(window))) return [];
    chosen.push(window);
    return [{ ...passageOf(window.turn, spanOf(window)), score }];
  });
}
