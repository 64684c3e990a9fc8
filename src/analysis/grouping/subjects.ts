import { everydayShare, isFrameTerm } from '../../language/frame-words.js';
import { stem } from '../../language/stem.js';
import { stopWords } from '../../language/stop-words.js';
import { termOf, words } from '../../language/tokens.js';

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
function subjectsAt(
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

const token = /[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|\S/gu;
const anyOf = (list: string): RegExp => new RegExp(`^(?:${list.trim().replaceAll(/\s+/g, '|')})$`);

const determiner = anyOf(`
the a an my our your their his her its this these those some any no each every all other more many new different
several few`);
const preposition = anyOf('of with for in about from on by into between without using during');
const beforeVerb = anyOf(`
to i we you they he she it can could would will should must might may don't didn't doesn't not never always just i'm
we're you're they're i've been be have has had really very so too let help helps who that`);
const beforeAdjective = anyOf(`
is are was were isn't wasn't aren't been be it's that's very really so too more most pretty quite super feel felt seems`);
const object = anyOf('the a an my our your their his her me us them some any');
const after = anyOf(`
is are was were has have can could will would should and or of for in on with from that which to as at by but so because
when if`);
const ending = /(?:ly|n't|'.*|est|ful|ible|able|ical|ious|icient|less|ive)$/;
const neverNoun = anyOf(`
etc however though although therefore otherwise instead maybe okay since once twice ago versus vs forth back top bottom
half couple bunch higher lower bigger smaller easier faster one two three four five six seven eight nine ten dozen
hundred thousand million today yesterday tomorrow tonight till til cuz god com yep nope wow gonna ones everybody unclear
wrong fantastic perfect immediate hope worry left built away along around together aside apart ahead appear appears hold
black white red blue green proud visual wish wishes
`);

/**
 * Returns a test for words that these texts mostly use as nouns, by the English words around them. A word
 * without such hints, as in other languages, counts as a noun.
 */
export function nounsOf(texts: readonly string[]): (word: string) => boolean {
  const leanings = new Map<string, number>();
  for (const text of texts) {
    const list = text.toLowerCase().replaceAll('’', "'").match(token) ?? [];
    for (const [at, word] of list.entries()) {
      if (!/\p{L}/u.test(word)) continue;
      const lean = leaning(word, list[at - 1] ?? '', list[at + 1] ?? '');
      leanings.set(word, (leanings.get(word) ?? 0) + lean);
    }
  }
  return (word) => (leanings.get(word) ?? 1) > 0 && !ending.test(word) && !neverNoun.test(word);
}

function leaning(word: string, before: string, next: string): number {
  const ends = !/[\p{L}\p{N}]/u.test(next) || after.test(next);
  const company = determiner.test(before)
    ? [0.2, 1.2]
    : preposition.test(before)
      ? [0.1, 0.8]
      : beforeVerb.test(before)
        ? [-1.2, -1.2]
        : beforeAdjective.test(before)
          ? [0, -1]
          : [0.1, 0.4];
  return (
    (company[ends ? 1 : 0] as number) -
    (object.test(next) ? 1 : 0) -
    (/(?:ed|ing)$/.test(word) ? 0.4 : 0)
  );
}

const stems = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/).map(stem));

/** Fillers of speech; sharing them does not make two quotes similar. */
const fillers: ReadonlySet<string> = new Set(
  `um uh uhm hmm mm mhm ah oh er yeah yep yes okay ok well actually basically literally obviously honestly anyway guess
suppose maybe perhaps probably kinda sorta gonna wanna sure alright unintelligible inaudible crosstalk redacted laughs
laughter`.split(/\s+/),
);
const fillerStems = new Set([...fillers].map(stem));
/** Words of liking and disliking: they express an opinion, not a topic. */
const verdicts = stems(`
good great nice cool useful helpful handy interesting easy hard bad better best worse worst love like liked prefer
pretty quite really very super lot bit enough definitely absolutely certainly particularly especially thing things stuff
people person way ways time times kind sort point points issue issues problem problems concern concerns
trouble challenge challenges difficulty difficulties pain praise wish wishes view views mixed
favorite favourite proud awesome amazing
`);

const redaction = /^x{2,}$/;
const verdictWeight = 0.4;

/** The weight of a term when topics are compared, besides its rarity: 0 to 1. */
export function talkWeight(term: string): number {
  if (fillerStems.has(term) || redaction.test(term)) return 0;
  return isFrameTerm(term) || verdicts.has(term) ? verdictWeight : 1;
}
