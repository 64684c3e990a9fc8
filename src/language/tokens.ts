import { oneSpelling } from './one-spelling.js';
import { stem } from './stem.js';
import { stopWords } from './stop-words.js';

const word = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\p{Extended_Pictographic}/gu;
const accent = /[\u0300-\u036f]/g;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const longestWord = 40;

/**
 * The words of a text in order, in lower case and without accents. Runs of a script that is written
 * without spaces are split into overlapping pairs of characters.
 */
export function words(text: string): string[] {
  const plain = text.normalize('NFKD').replace(accent, '').normalize('NFC').toLowerCase();
  return (plain.match(word) ?? []).flatMap((found) =>
    unspaced.test(found) ? pairs(found) : [found.replaceAll('’', "'")],
  );
}

/**
 * The terms by which a text is found, in order: stems of its words without stop words. A text of
 * stop words only keeps them all, so that it can be found too.
 */
export function terms(text: string): string[] {
  const telling = tellingTerms(text);
  return telling.length > 0 ? telling : words(text).map(termOf);
}

/** The terms of a text without stop words, in order; none if it has only stop words. */
export function tellingTerms(text: string): string[] {
  return words(text)
    .filter((found) => !stopWords.has(found))
    .map(termOf);
}

/** The term by which a lower-case word is found. */
export const termOf = (word: string): string =>
  stem(oneSpelling(word.slice(0, longestWord).toWellFormed()));

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
