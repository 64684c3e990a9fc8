import { stopWords } from './stop-words.js';
import { words } from './tokens.js';

/** Minimum share of English function words in an English text. */
const leastHolding = 0.15;
const leastWords = 3;

/**
 * True if two texts may be in the same language: both are English, or neither is. A text of a few words may be in any
 * language.
 */
export function isInLanguageOf(text: string, other: string): boolean {
  const all = words(text);
  return all.length < leastWords || isEnglish(all) === isEnglish(words(other));
}

/** Function words of other languages that are rare in English. */
const holdsOthers = new Set(
  words(`der die das den dem und ist nicht ein eine einen wie warum wer welche von mit zu auf les des est que qui
  pourquoi comment une dans sur pas el los las por qué cómo cuando para il che perché come della het een waarom
  hoe wat os não uma mais über für sie wir sich haben sind auch oder bei nach zum zur wenn sont avec nous vous
  ils quoi quel quelle sobre dicen pero`),
);

/** True if a text may be English; one of a few words may be in any language. */
export const mayBeEnglish = (text: string): boolean => {
  const all = words(text);
  return all.length < leastWords || isEnglish(all);
};

/** With fewer words, the language cannot be recognized. */
const fewestToTell = 12;

/** True unless the words are in another language; a few terse words may be in any. */
export const isSpokenInEnglish = (said: readonly string[]): boolean =>
  said.length < fewestToTell || isEnglish(said);

const isEnglish = (all: readonly string[]): boolean => {
  const english = all.filter((word) => stopWords.has(word)).length;
  const others = all.filter((word) => holdsOthers.has(word)).length;
  return english >= leastHolding * all.length && english >= others;
};
