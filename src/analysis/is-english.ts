import { stopWords } from '../language/stop-words.js';

/** With fewer words the language cannot be told. */
const fewestToTell = 12;
const grammarShare = 0.2;

/** True if the text is English, of which about half is function words. */
export const isEnglish = (said: readonly string[]): boolean =>
  said.length < fewestToTell ||
  said.filter((word) => stopWords.has(word)).length >= grammarShare * said.length;
