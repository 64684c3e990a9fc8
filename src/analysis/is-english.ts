import { stopWords } from '../search/stop-words.js';

/** Fewer words do not tell the language. */
const fewestToTell = 12;
const grammarShare = 0.2;

/** English speech is half made of words that carry grammar. */
export const isEnglish = (said: readonly string[]): boolean =>
  said.length < fewestToTell ||
  said.filter((word) => stopWords.has(word)).length >= grammarShare * said.length;
