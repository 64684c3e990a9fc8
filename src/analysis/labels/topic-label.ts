import { isFrameTerm } from '../../language/frame-words.js';
import { stopWords } from '../../language/stop-words.js';
import { termOf } from '../../language/tokens.js';
import { talkWeight } from '../grouping/subjects.js';
import { anyOf, isName, neverEnds, rarity, type Word, wordsOf, written } from './label-words.js';

/** The background of quotes that are named together; what they all share does not distinguish groups. */
export interface Field {
  isWide(term: string): boolean;
  isNoun(word: string): boolean;
}

const longest = 48;
const longestPhrase = 3;
/** Number of phrases with which a taken name is narrowed. */
const narrowest = 3;
const rootLength = 4;
/** A second phrase in the label must have this share of the first one's weight. */
const leastOfSecond = 0.6;
const leastOfSecondVague = 0.25;
/** Nouns less rare than this, such as "plan", say little by themselves. */
const rareAlone = 6;

const neverOpens = anyOf(`
.*(?:ly|n't|ing|'.*) another rather even often only many much one two without always never every us instead whether
fewer yet else together ago already almost later soon usually sometimes own certain actual able sure main new same
different specific various big little lot next last first second couple bunch bit kind sort few entire whole whatever
million hundred thousand dozen half`);

interface Phrase {
  surfaces: Map<string, number>;
  terms: string[];
  /** Number of terms that are not shared, such as "team" in "team plan" if only one person says it. */
  own: number;
  quotes: Set<number>;
  worth: number;
  /** Words before it that belong to it, and how often: "word of" mouth, "New" York. */
  leads: Map<string, number>;
  uses: number;
}

export interface Topic {
  name: string;
  /** The names to use instead if it is taken, the best first. */
  others: string[];
}

/**
 * Returns the topic of quotes: the noun phrase that most of them share, or two of similar weight, in the most
 * common spelling; undefined if they share none. A noun that says little alone is narrowed by the word
 * before it, or by a second phrase.
 *
 * @param weights the weight of each shared term
 */
export function topicOf(
  quotes: readonly string[],
  weights: ReadonlyMap<string, number>,
  field: Field,
): Topic | undefined {
  const all = phrasesOf(quotes, weights, field);
  const shared = all.filter(({ own }) => own === 0);
  const names = shared.flatMap((first, at) => {
    const isVague = first.terms.length === 1 && rarity(first.terms[0] as string) < rareAlone;
    const narrower = all.find(
      ({ terms, own }) => own > 0 && terms.length > 1 && terms.at(-1) === first.terms[0],
    );
    if (isVague && narrower) return [named(narrower)];
    const least = (isVague ? leastOfSecondVague : leastOfSecond) * first.worth;
    const companions = shared
      .slice(at + 1)
      .filter((one) => one.worth >= least && !sharesRoot(one.terms, first.terms));
    return [...companions.flatMap((one) => joined(first, one) ?? []).slice(0, 1), named(first)];
  });
  const [name, ...others] = names;
  return name === undefined ? undefined : { name, others };
}

/** A name for quotes that share no noun: the most telling phrases of two of them. */
export function topicOfTwo(quotes: readonly string[], field: Field): Topic | undefined {
  const all = phrasesOf(quotes, undefined, field);
  const [first] = all;
  if (!first) return undefined;
  const companions = all.filter(
    (one) =>
      [...one.quotes].every((quote) => !first.quotes.has(quote)) &&
      !sharesRoot(one.terms, first.terms),
  );
  const [name = named(first)] = companions.flatMap((one) => joined(first, one) ?? []);
  return { name, others: [named(first)] };
}

/** Alternatives to a name that is taken: the name with the most telling phrases of single quotes. */
export function narrowed(name: string, quotes: readonly string[], field: Field): string[] {
  const terms = name.split(' ').map((word) => termOf(word.toLowerCase()));
  return phrasesOf(quotes, undefined, field)
    .filter((one) => !sharesRoot(one.terms, terms))
    .slice(0, narrowest)
    .flatMap((one) => shortEnough(`${name} and ${named(one)}`) ?? []);
}

const joined = (first: Phrase, second: Phrase): string | undefined =>
  shortEnough(`${named(first)} and ${named(second)}`);

const shortEnough = (name: string): string | undefined =>
  name.length > longest ? undefined : name;

/** A phrase is named with its lead if this share of its uses has the same one. */
const leadShare = 0.8;
/** A noun with this share of plural uses is named in the plural. */
const pluralShare = 0.2;

/** The noun phrases of quotes, the best first; without weights, all count by their rarity. */
function phrasesOf(
  quotes: readonly string[],
  weights: ReadonlyMap<string, number> | undefined,
  { isNoun, isWide }: Field,
): Phrase[] {
  const tagged = quotes.map(wordsOf);
  const noun = usedAsNouns(tagged.flat(), isNoun);
  const holders = quotesWithNoun(tagged);
  const found = new Map<string, Phrase>();
  for (const [quote, words] of tagged.entries()) {
    for (const end of words.keys()) {
      if (!endsPhrase(words, end, noun)) continue;
      for (let length = 1; length <= longestPhrase; length++) {
        const run = words.slice(end - length + 1, end + 1);
        const first = run[0];
        if (!first || run.length < length || !isPart(first, length === 1, noun, weights)) break;
        if (neverOpens.test(first.low)) break;
        const terms = run.map(({ term }) => term);
        // "you should check it out" shares no noun with "two checks"
        const isShared = (term: string): boolean =>
          weights === undefined ||
          (weights.has(term) && (length > 1 || quotes.length < 2 || (holders.get(term) ?? 0) > 1));
        const own = terms.filter((term) => !isShared(term)).length;
        if (own === length || new Set(terms).size < length || terms.every(isWide)) continue;
        add(found, run, terms, own, quote, leadOf(words, end - length + 1, noun));
      }
    }
  }
  for (const phrase of found.values()) {
    const worthOf = (term: string): number => (weights ? (weights.get(term) ?? 0) : rarity(term));
    const worth = phrase.terms.reduce((sum, term) => sum + worthOf(term), 0);
    const together =
      weights && phrase.terms.length > 1 ? Math.min(1, 0.3 + 0.3 * phrase.quotes.size) : 1;
    phrase.worth = worth * together;
  }
  return [...found.values()].sort(
    (a, b) => b.worth - a.worth || (a.terms.join(' ') < b.terms.join(' ') ? -1 : 1),
  );
}

function add(
  found: Map<string, Phrase>,
  run: readonly Word[],
  terms: string[],
  own: number,
  quote: number,
  lead: string | undefined,
): void {
  const key = terms.join(' ');
  const phrase = found.get(key) ?? {
    surfaces: new Map<string, number>(),
    terms,
    own,
    quotes: new Set<number>(),
    worth: 0,
    leads: new Map<string, number>(),
    uses: 0,
  };
  phrase.uses++;
  if (lead !== undefined) phrase.leads.set(lead, (phrase.leads.get(lead) ?? 0) + 1);
  const surface = run.map(written).join(' ');
  phrase.surfaces.set(surface, (phrase.surfaces.get(surface) ?? 0) + 1);
  phrase.quotes.add(quote);
  found.set(key, phrase);
}

const isCapital = /^\p{Lu}/u;
const opensName = /^(?:new|los|las|san|santa|saint|st|north|south|east|west)$/;

/** The words before `at` without which a name or a fixed phrase is incomplete: "New York", "word of mouth". */
function leadOf(words: readonly Word[], at: number, noun: IsNoun): string | undefined {
  const [which, before, first] = [words[at - 2], words[at - 1], words[at]];
  if (!before || !first) return undefined;
  if (opensName.test(before.low) && first.pos === 'PROPN') {
    return before.low.charAt(0).toUpperCase() + before.low.slice(1);
  }
  const isOf = before.low === 'of' && which && noun(which) && !neverEnds.test(which.low);
  return isOf ? `${which.low} of` : undefined;
}

/** Returns a test for words that are nouns in at least half of their uses here, and in most of the study's. */
function usedAsNouns(
  words: readonly Word[],
  isNoun: Field['isNoun'],
): (word: Pick<Word, 'low'>) => boolean {
  const leanings = new Map<string, number>();
  for (const { low, pos } of words) {
    leanings.set(low, (leanings.get(low) ?? 0) + (/NOUN|PROPN/.test(pos) ? 1 : -1));
  }
  return ({ low }) => (leanings.get(low) ?? -1) >= 0 && isNoun(low);
}

/** The number of quotes that use each term as a noun. */
function quotesWithNoun(tagged: readonly (readonly Word[])[]): Map<string, number> {
  const holders = new Map<string, number>();
  for (const words of tagged) {
    const nouns = words.filter(({ pos }) => /NOUN|PROPN/.test(pos)).map(({ term }) => term);
    for (const term of new Set(nouns)) holders.set(term, (holders.get(term) ?? 0) + 1);
  }
  return holders;
}

type IsNoun = ReturnType<typeof usedAsNouns>;

function endsPhrase(words: readonly Word[], at: number, noun: IsNoun): boolean {
  const word = words[at] as Word;
  const next = words[at + 1];
  if (!noun(word) || !/NOUN|PROPN/.test(word.pos) || neverEnds.test(word.low)) return false;
  // "residual" in "residual plots" is half a name
  return !(next && noun(next) && /NOUN|PROPN/.test(next.pos));
}

/** True for a noun, or for an adjective before it that people share. */
function isPart(
  { low, pos, term }: Word,
  isLast: boolean,
  noun: IsNoun,
  weights: ReadonlyMap<string, number> | undefined,
): boolean {
  if (stopWords.has(low) || talkWeight(term) < 1 || isFrameTerm(term)) return false;
  if (!isName.test(low) || !/\p{L}/u.test(low)) return false;
  if (/NOUN|PROPN/.test(pos) && noun({ low })) return true;
  return !isLast && pos === 'ADJ' && (weights?.has(term) ?? false) && !/(?:er|est)$/.test(low);
}

/**
 * The most common spelling, preferring the plural for countable nouns, with the words that nearly always precede it.
 */
const named = ({ surfaces, leads, uses }: Phrase): string => {
  const most = [...surfaces].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const often = pluralShare * (most[0]?.[1] ?? 0);
  const [surface] = most.find(([one, by]) => isPlural(one) && by >= often) ?? most[0] ?? [''];
  const [lead] =
    [...leads].find(([one, by]) => by >= leadShare * uses && (by > 1 || isCapital.test(one))) ?? [];
  return lead === undefined ? surface : `${lead} ${surface}`;
};

/** True if the phrase looks plural. */
const isPlural = (surface: string): boolean => /[^su]s$/.test(surface);

/** True for words with a common root, such as "fail" and "failure". */
const sharesRoot = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((a) =>
    others.some(
      (b) =>
        a === b || (a.length >= rootLength && a.slice(0, rootLength) === b.slice(0, rootLength)),
    ),
  );
