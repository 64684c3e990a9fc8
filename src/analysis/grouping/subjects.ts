import { everydayShare } from '../../language/everyday-share.js';
import { isFrameTerm } from '../../language/frame-words.js';
import { stopWords } from '../../language/stop-words.js';
import { termOf, words } from '../../language/tokens.js';
import { nounsOf } from './nouns.js';
import { talkWeight } from './talk-words.js';

/** Subjects in more than this share of the texts, and in more than ten of them, do not separate groups. */
export const wideShare = 0.1;
export const wideFrom = 10;
/** Two words at most this far apart, not counting function words, form one subject. */
const reach = 3;
// Rarity in everyday English: the logarithm of the number of texts per text that contains it.
const rareNoun = 4.8;
const rareInPair = 3.5;
const rarePair = 9;
const mostWorth = 12;
/** Nouns used in every field, which are not specific on their own. */
const anyField = new Set(
  `content topic subject context information info detail element part field area room role style form format version
type situation scenario instance piece set list level range process product feature option result output class aspect
factor value variable item number name word answer question example sample material statement selection average
mind life world career company performance task practice journey gap obstacle benefit advantage
goal purpose future past present moment nobody guy`
    .split(/\s+/)
    .map(termOf),
);
const sentenceEnd = /(?<![.!?;])[.!?;]+\s|\n/;

/** The subjects of items. A subject is the stem of a specific noun, or two stems close to each other. */
export interface Subjects {
  /** The subjects of each item: those of its name or of most of its texts. */
  of: readonly ReadonlySet<string>[];
  /** The weight of a subject, above 0; higher for specific ones. */
  worth(subject: string): number;
}

/** A text, or several texts that already form a named group. */
export interface Speaking {
  text: string;
  quotes?: readonly string[];
  name?: string;
}

export function subjectsOf(things: readonly Speaking[]): Subjects {
  const texts = things.map(({ text, quotes = [text] }) => quotes);
  const isNoun = nounsOf(texts.flat());
  const spoken = texts.map((own) => own.map((text) => subjectsIn(text, isNoun)));
  const inTexts = counted(spoken.flat());
  const widest = Math.max(wideFrom, wideShare * texts.flat().length);
  const of = spoken.map((own, at) => {
    const named = subjectsIn(things[at]?.name ?? '', isNoun);
    const most = Math.floor(own.length / 2) + 1;
    const held = [...counted(own)].filter(([, by]) => by >= most).map(([subject]) => subject);
    const all = [...named, ...held];
    return new Set(all.filter((subject) => (inTexts.get(subject) ?? 0) <= widest));
  });
  return { of, worth };
}

function subjectsIn(text: string, isNoun: (word: string) => boolean): Set<string> {
  const sentences = text.split(sentenceEnd).map((sentence) => subjectsAt(words(sentence), isNoun));
  return new Set(sentences.flatMap((found) => [...found.keys()]));
}

/** The subjects in these words of one sentence, with the positions of their words. */
export function subjectsAt(
  sentence: readonly string[],
  isNoun: (word: string) => boolean,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const said = [...sentence.entries()]
    .filter(([, word]) => !stopWords.has(word))
    .map(([place, word]) => ({ place, term: termOf(word), noun: isNoun(word) }));
  for (const [at, { place, term, noun }] of said.entries()) {
    if (talkWeight(term) < 1 || isFrameTerm(term)) continue;
    if (noun && rarity(term) >= rareNoun && !anyField.has(term)) found.set(term, [place]);
    for (const other of said.slice(at + 1, at + 1 + reach)) {
      const pair = [term, other.term].sort();
      if (other.term === term || !(noun || other.noun) || talkWeight(other.term) < 1) continue;
      const rare = pair.map(rarity);
      if (Math.min(...rare) >= rareInPair && sum(rare) >= rarePair) {
        found.set(pair.join(' '), [place, other.place]);
      }
    }
  }
  return found;
}

const worth = (subject: string): number => Math.min(mostWorth, sum(subject.split(' ').map(rarity)));
const rarity = (term: string): number => -Math.log(everydayShare(term));
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

function counted(lists: readonly Iterable<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
