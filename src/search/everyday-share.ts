import { everydayWords } from './everyday-words.js';

/** The share of short texts that hold a term that is not an everyday word. */
const shareOfRareWords = 0.0001;

const shares = readShares(everydayWords);

/** The share of short English texts, of whatever subject, that hold a term; above 0, below 1. */
export function everydayShare(term: string): number {
  return shares.get(term) ?? shareOfRareWords;
}

function readShares(lines: string): Map<string, number> {
  const result = new Map<string, number>();
  let share = 1;
  for (const word of lines.trim().split(/\s+/)) {
    if (/^\d+$/.test(word)) share = 2 ** (-Number(word) / 2);
    else result.set(word, share);
  }
  return result;
}
