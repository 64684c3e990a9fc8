import type { TaggedSentence } from './tagged-sentence.js';

/** Nouns too general to name a thing. */
const empty = new Set(
  `thing things stuff lot lots bit way ways kind sort something anything everything nothing one ones someone anyone
everyone time times day days week weeks month months year years part parts fact point points reason case cases example
examples people person guy guys question questions answer answers idea ideas moment hour hours minute minutes number
numbers amount couple type types place places end top bottom side sides rest use term terms hand hands feeling issue
issues problem problems trouble challenge challenges matter concern bunch ton tons plenty variety work life world
thought level process experience front beginning ability option options need needs sense set tool tools ai chatgpt
super cool nice great like maybe yeah uh page pages fan deal job money cost price area areas stage while second seconds order version okay yeah`.split(
    /\s+/,
  ),
);
const determiner = new Set(['the', 'this', 'that', 'my', 'our', 'your', 'their', 'its', 'a', 'an']);
/** Number of words after the match that may still name its thing. */
const reach = 8;

/**
 * Returns the nouns in and shortly after a match, within the surrounding clauses, as worded. A noun that refers
 * to one known thing has "the" before it.
 */
export function thingsNear(
  { words, clauses }: TaggedSentence,
  first: number,
  last: number,
  isWish: boolean,
): string[] {
  const from = isWish ? last : clauses.indexOf(clauses[first] as number);
  const to = Math.min(words.length, last + 1 + reach);
  const found: string[] = [];
  for (let at = from; at < to; at++) {
    const word = words[at];
    const next = words[at + 1];
    if (!word || !(isThing(word) || isDoing(word, next))) continue;
    // in "search bar" the last word is the head noun
    if (next && isThing(next)) continue;
    const before = words[at - 1];
    const compound = before && isThing(before) ? `${before.low} ${word.low}` : word.low;
    const leading = before && isThing(before) ? words[at - 2] : before;
    const isSingle = leading && determiner.has(leading.low) && !word.low.endsWith('s');
    found.push(isSingle && !isWish ? `the ${compound}` : isSingle ? `a ${compound}` : compound);
    // what is wished for follows at once
    if (isWish) break;
  }
  return [...new Set(found)];
}

/** Gerunds name things too: "Highlighting was useful". */
const isDoing = ({ low, pos }: Word, next: Word | undefined): boolean =>
  pos === 'VERB' && low.endsWith('ing') && next?.pos === 'AUX' && !empty.has(low);

type Word = TaggedSentence['words'][number];

/** Capitalised proper names are not things; a capital at the start of a sentence does not make a name. */
const isName = ({ pos, text, low, from }: Word): boolean =>
  pos === 'PROPN' && text !== low && !(from === 0 && low.endsWith('s'));

const isThing = (word: Word): boolean =>
  /NOUN|PROPN/.test(word.pos) &&
  /^[a-z-]{3,}$/.test(word.low) &&
  !empty.has(word.low) &&
  !isName(word);
