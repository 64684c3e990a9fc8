import type { TaggedSentence, TaggedWord } from './tagged-sentence.js';

/** The subject of a verb: the speaker, people in general, the tool, or another. */
export type Subject = 'self' | 'anyone' | 'tool' | 'other' | 'none';

const speaker = /^(?:i|we|i (?:am|have|would|will))$/;
/** People often say "you" about themselves, but advice also applies to others. */
const anyone = 'you';
const others = /^(?:he|she|they|people|others|everyone|somebody|someone|nobody)$/;

/** After these, another subject follows: "I think my colleagues check it". */
const reports =
  /^(?:know|think|thought|believe|feel|felt|see|saw|seen|hear|heard|notice|noticed|say|said|guess|suppose|suspect|hope|imagine|tell|told)$/;
/** "Most teachers I know use it" is about the teachers. */
const knows = /^(?:know|talk|talked|work|worked)$/;
const persons =
  /(?:[^ln]ers|ors|ists|ents|mates|folks|kids|guys|friends|colleagues|peers|staff|boss|manager|team|wife|husband|son|daughter|friend|colleague|teacher|client|customer)$/;

/** Finds the subject of the word at a position, in its clause and the two before. */
export function subjectOf({ words, clauses }: TaggedSentence, at: number, tool: RegExp): Subject {
  const own = clauses[at] as number;
  for (let clause = own; clause >= Math.max(0, own - 2); clause--) {
    const start = clauses.indexOf(clause);
    if (start < 0) continue;
    const end = clause === own ? at : clauses.lastIndexOf(clause) + 1;
    const found = subjectIn(words, start, end, tool);
    if (found) return found;
    // "parents who write with it" are not the speaker
    const isOfThem =
      words[start]?.low === 'who' && !/^(?:i|me|us|we)$/.test(words[start - 1]?.low ?? '');
    if (isOfThem) return 'other';
  }
  return 'none';
}

function subjectIn(
  words: readonly TaggedWord[],
  start: number,
  end: number,
  tool: RegExp,
): Subject | undefined {
  let found: Subject | undefined;
  let isReported = false;
  for (let at = start; at < end; at++) {
    const { low, pos } = words[at] as TaggedWord;
    const next = words[at + 1];
    const yields = found === undefined || found === 'other' || isReported;
    if (speaker.test(low)) {
      const isOfOthers = knows.test(next?.low ?? '') && persons.test(words[at - 1]?.low ?? '');
      found = isOfOthers ? 'other' : 'self';
      isReported = false;
    } else if (reports.test(low)) isReported = found === 'self';
    else if (low === anyone) found = found === 'self' ? found : 'anyone';
    else if (others.test(low)) found = yields || found === 'tool' ? 'other' : found;
    else if (pos === 'PRON' && /^(?:it|this|that)$/.test(low)) {
      // "then work with it in a spreadsheet" has the subject of the clause before
      if (words[at - 1]?.pos !== 'ADP') found ??= 'tool';
    } else if (isReported && /NOUN/.test(pos) && persons.test(low)) found = 'other';
    else if (/NOUN|PROPN/.test(pos) && /VERB|AUX|ADV/.test(next?.pos ?? '')) {
      found ??= tool.test(low) ? 'tool' : 'other';
    }
  }
  return found;
}

/** Nouns too general to name a thing. */
const empty = new Set(
  `thing things stuff lot lots bit way ways kind sort something anything everything nothing one ones someone anyone
everyone time times day days week weeks month months year years part parts fact point points reason case cases example
examples people person guy guys question questions answer answers idea ideas moment hour hours minute minutes number
numbers amount couple type types place places end top bottom side sides rest use term terms hand hands feeling issue
issues problem problems trouble challenge challenges matter concern bunch ton tons plenty variety work life world
thought level process experience front beginning ability option options need needs sense set tool tools ai chatgpt
super cool nice great like maybe yeah uh page pages model models fan deal job money cost price area areas stage while second seconds order version okay yeah`.split(
    /\s+/,
  ),
);
const determiner = new Set(['the', 'this', 'that', 'my', 'our', 'your', 'their', 'its', 'a', 'an']);
/** Number of words after the match that may still name its thing. */
const reach = 8;

/** Too general next to a claim, but an answer by themselves: "Mostly the price." */
const answering = new Set([
  'price',
  'prices',
  'pricing',
  'cost',
  'costs',
  'money',
  'pages',
  'page',
  'order',
]);
const answerReach = 10;

/** Verbs that lead to what was asked for: "I would say the search", "That I can not move the widgets". */
const leadingVerb =
  /^(?:say|think|guess|mean|suppose|go|pick|call|mention|like|love|enjoy|hate|dislike|miss|missing|want|need|wish|change|add|improve|fix|have|be|having|finding|find|see|using|use|get|getting)$/;
const tellsAStory = /\b(?:i|we|you|they|he|she) (?:am|was|were|are|had|did|been) (?!not)/;

/** Returns the nouns at the start of an answer, up to the end of the clause with the first one, as worded. */
export function thingsNamed({ words, clauses, plain }: TaggedSentence): string[] {
  const isNamed = (at: number): boolean => {
    const word = words[at];
    if (!word) return false;
    const isAlone =
      at === 0 && /VERB|PROPN/.test(word.pos) && (words[1]?.pos ?? 'PUNCT') === 'PUNCT';
    return isThing(word) || answering.has(word.low) || (isAlone && !empty.has(word.low));
  };
  const head = [...words.keys()].slice(0, answerReach).find(isNamed);
  if (head === undefined) return [];
  const lead = words.slice(0, head);
  const isDenied = lead.some(({ low }) => low === 'not');
  const tells = lead.some(({ low, pos }) => pos === 'VERB' && !leadingVerb.test(low));
  if ((tells && !isDenied) || tellsAStory.test(plain.slice(0, words[head]?.from))) return [];
  const found: string[] = [];
  for (let at = head; at < answerReach && clauses[at] === clauses[head]; at++) {
    if (isNamed(at) && !isNamed(at + 1)) found.push(worded(words, at, false));
  }
  return [...new Set(found)];
}

/** A noun with the noun before it, and with an article if it refers to one known thing: "a" in a wish, else "the". */
function worded(words: readonly Word[], at: number, isWish: boolean): string {
  const word = words[at] as Word;
  const before = words[at - 1];
  const compound = before && isThing(before) ? `${before.low} ${word.low}` : word.low;
  const leading = before && isThing(before) ? words[at - 2] : before;
  const isSingle = leading && determiner.has(leading.low) && !word.low.endsWith('s');
  if (!isSingle) return compound;
  return isWish ? `a ${compound}` : `the ${compound}`;
}

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
    found.push(worded(words, at, isWish));
    // the thing wished for follows immediately
    if (isWish) break;
  }
  return [...new Set(found)];
}

/** Gerunds name things too: "Highlighting was useful". */
const isDoing = ({ low, pos }: Word, next: Word | undefined): boolean =>
  pos === 'VERB' && low.endsWith('ing') && next?.pos === 'AUX' && !empty.has(low);

type Word = TaggedSentence['words'][number];

/** Capitalized proper names are not things; a capital at the start of a sentence does not make a name. */
const isName = ({ pos, text, low, from }: Word): boolean =>
  pos === 'PROPN' && text !== low && !(from === 0 && low.endsWith('s'));

const isThing = (word: Word): boolean =>
  /NOUN|PROPN/.test(word.pos) &&
  /^[a-z-]{3,}$/.test(word.low) &&
  !empty.has(word.low) &&
  !isName(word);
