import { cut } from '../../../src/core/words.js';

/** Characters that fit in one line of a message on a laptop; a phone shows about half. */
export const LINE = 95;
// Chinese, Japanese and Korean characters are twice as wide.
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/g;

const width = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);

/** Approximate number of lines that a text takes in a message. */
export const linesOf = (text: string): number =>
  text
    .split('\n')
    .reduce((lines, paragraph) => lines + Math.max(1, Math.ceil(width(paragraph) / LINE)), 0);

/** Cuts a text to this many lines, with an ellipsis if anything is left out. */
export function cutToLines(text: string, lines: number): string {
  let shown = cut(text, lines * LINE);
  while (linesOf(shown) > lines) shown = cut(shown, Math.floor(shown.length * 0.9));
  return shown;
}
