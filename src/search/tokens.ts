import { stem } from './stem.js';
import { stopWords } from './stop-words.js';

const word = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const longestWord = 40;

/**
 * The words of a text in order, lower case, without accents. A run of a script that is written
 * without spaces becomes its overlapping pairs of characters.
 */
export function words(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(word) ?? []).flatMap((found) =>
    unspaced.test(found) ? pairs(found) : [found.replaceAll('’', "'").slice(0, longestWord)],
  );
}

/** The terms that a text is found by, in order: stems of its words without stop words. */
export function terms(text: string): string[] {
  return words(text)
    .filter((found) => !stopWords.has(found))
    .map(stem);
}

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
