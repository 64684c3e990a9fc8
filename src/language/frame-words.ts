import { wordLines } from './stop-words.js';
import { termOf } from './tokens.js';

/**
 * Words that frame a question ("what did people say about ...") rather than name its subject. They weigh less in a
 * query than their rarity suggests.
 */
const frameStems: ReadonlySet<string> = new Set(
  `agree agreed argue argued come came comes current currently disagree disagreed disagreement encounter encountered anyone anything ask asked conclude concluded conclusion consider considered
  comment comments decide decided decision describe described discuss discussed elaborate elaborated
  explain explained feel feeling
  feels felt general get gets go
  goes going group main mainly member members meeting overall propose proposed know like make makes may mention mentioned might need needed
  opinion opinions previous previously final finally regarding concerning reaction reactions toward towards upon whether participant participants people person please really reason said say saying says
  customer customers someone something respond responded summarise summarize summary talk talked talking tell thing
  things think thinking thinks thought thoughts told user users want wanted way would could`
    .split(/\s+/)
    .map(termOf),
);

export function isFrameTerm(term: string): boolean {
  return term.length === 1 || frameStems.has(term);
}

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
