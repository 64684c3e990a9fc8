import { wordLines } from './word-lines.js';

/** Assumed share for a term that is not an everyday word. */
const shareOfRareWords = 0.0001;

const shares = readShares(wordLines('everyday-words.txt'));

/** The share of short English texts, on any subject, that contain a term; above 0, below 1. */
export function everydayShare(term: string): number {
  return shares.get(term) ?? shareOfRareWords;
}

function readShares(lines: readonly string[]): Map<string, number> {
  const result = new Map<string, number>();
  let share = 1;
  for (const word of lines.flatMap((line) => line.trim().split(/\s+/))) {
    if (/^\d+$/.test(word)) share = 2 ** (-Number(word) / 2);
    else result.set(word, share);
  }
  return result;
}
