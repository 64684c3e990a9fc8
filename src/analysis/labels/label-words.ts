import { everydayShare } from '../../language/frame-words.js';
import { termOf } from '../../language/tokens.js';
import { type TaggedWord, tagSentence } from '../claims/tagged-sentence.js';

/** In UTF-16 units; passages that people mark may be longer than quotes are. */
const longestRead = 2_000;
const mostRarity = 8;

export const anyOf = (list: string): RegExp =>
  new RegExp(`^(?:${list.trim().replaceAll(/\s+/g, '|')})$`);

/** Words that say too little to end a name. */
export const neverEnds = anyOf(`
.*(?:n't|'.*) right away without within across upon via per despite year years month months week weeks day days hour hours
minute minutes second seconds example lot lots part parts case cases stuff fact today terms sense amount kind kinds sort
bit number numbers side sides end ends head hand hands everyone everybody someone anybody nobody else hell god gosh
guy guys folk folks dude morning evening night tomorrow yesterday way ways point points while moment idea ideas thought
thoughts question questions answer answers thanks thank nature place places percent course start starts hang select christmas
god no yes others sum mover half top bottom chunk chunks op ops
presence experience level piece pieces bunch ton tons couple thing things
gov com org net www eh huh hmm mhm
`);

export interface Word extends TaggedWord {
  term: string;
  /** True for the first word of a sentence. */
  starts: boolean;
}

export function wordsOf(text: string): Word[] {
  const { words } = tagSentence(text.slice(0, longestRead).toWellFormed());
  return words.map((word, at) => ({
    ...word,
    term: /[\p{L}\p{N}]/u.test(word.low) ? termOf(word.low) : '',
    starts: at === 0 || /^[.!?…"]+$/.test((words[at - 1] as TaggedWord).text),
  }));
}

/** The rarity of a term in everyday English: 0 to 8. */
export const rarity = (term: string): number =>
  Math.min(mostRarity, -Math.log(everydayShare(term)));

/** True for a word that may be part of a name: letters and digits, no markup. */
export const isName = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}&+/-]*$/u;

/** Lower-cases a capital that only starts a sentence; a word that is in no everyday text is a name. */
export const written = ({ text, starts, term, pos }: Word): string =>
  starts && /^\p{Lu}[\p{Ll}'’-]*$/u.test(text) && !(pos === 'PROPN' && rarity(term) >= mostRarity)
    ? text.toLowerCase()
    : text;
