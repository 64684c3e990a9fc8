import type { Talk } from '../../queries/transcripts.js';
import { nearestWindows } from './rank-windows.js';
import { passageOf, spokenIn, type TranscriptPassage } from './talk.js';
import { repeats, spanOf, type Window } from './windows.js';

const mostPassages = 20;

/** A passage as it was found. */
export interface FoundPassage extends TranscriptPassage {
  /** 0 to 1: how much of what is sought it says. */
  score: number;
  /** The end of what was asked before it, maybe some turns ago. */
  context: string;
}

/** The passages of talks that are nearest to any of the texts that are sought (as terms), the best first. */
export async function nearestPassages(
  talks: readonly Talk[],
  sought: readonly (readonly string[])[],
): Promise<FoundPassage[]> {
  const { nearest } = await nearestWindows(await spokenIn(talks), sought);
  const chosen: Window[] = [];
  return nearest.flatMap(({ window, score }) => {
    if (chosen.length >= mostPassages || chosen.some(repeats(window))) return [];
    chosen.push(window);
    const { turn } = window;
    return [{ ...passageOf(turn, spanOf(window)), score, context: turn.asked }];
  });
}
