import { isFrameTerm } from '../../search/frame-words.js';
import { stopWords } from '../../search/stop-words.js';
import { tellingTerms, termOf } from '../../search/tokens.js';
import { talkWeight } from '../grouping/talk-words.js';
import type { Field } from './field.js';

const longest = 48;
const longestPhrase = 4;
const rootLength = 4;
/** What is named beside the first must be worth this share of it. */
const leastBeside = 0.6;
const token = /[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[^\s]/gu;
const inner: ReadonlySet<string> = new Set(['of', 'the']);
/** What follows these is done, not named. */
const beforeVerb = /^(?:to|i|we|you|they|can|could|would|will|should|don't|didn't|doesn't)$/;
const neverOpens =
  /(?:ly|n't|ing|'.*)$|^(?:another|rather|even|often|only|many|much|one|two|without|always|never|every|us|instead|whether|fewer|yet|else|together|ago|already|almost|later|soon|usually|sometimes|own|certain|actual|able|sure|main|new|same|different|specific|various|certain|big|little|lot|next|last|first|second)$/;
const neverEnds =
  /(?:ly|n't|'.*|ed|est|ful|ible|able|ical|ious|icient|less)$|^(?:right|away|without|within|across|upon|via|per|despite|different|big|small|specific|certain|various|actual|high|low|long|short|little|whole|entire|year|years|month|months|week|weeks|day|days|hour|hours|minute|minutes|first|second|last|next|example|lot|part|case|stuff|fact|today|terms|sense|amount|great|important|possible|better|best|real|true|single|main|new|own|easy|hard|kind|sort|bit)$/;

interface Word {
  surface: string;
  lower: string;
  term: string;
  before: string;
}

interface Phrase {
  surfaces: Map<string, number>;
  terms: string[];
  quotes: Set<number>;
  withThe: number;
  /** Telling words directly before it. */
  befores: Map<string, number>;
  worth: number;
}

export interface Topic {
  name: string;
  terms: readonly string[];
  /** It is one phrase, not two. */
  single: boolean;
}

/**
 * What quotes are about: the phrase or noun that they share most, or two that they share alike, as mostly written;
 * undefined where they share no noun.
 *
 * @param weights what each shared term is worth
 */
export function topicOf(
  quotes: readonly string[],
  weights: ReadonlyMap<string, number>,
  field: Field,
): Topic | undefined {
  const phrases = [...phrasesOf(quotes, weights, field).values()].sort(
    (a, b) => b.worth - a.worth || (a.terms.join(' ') < b.terms.join(' ') ? -1 : 1),
  );
  const [first] = phrases;
  if (!first) return undefined;
  const second = phrases.find(
    (one) => one.worth >= leastBeside * first.worth && !sharesRoot(one.terms, first.terms),
  );
  const alone = { name: named(first), terms: first.terms, single: true };
  if (!second) return alone;
  const name = `${alone.name} and ${named(second)}`;
  return name.length > longest
    ? alone
    : { name, terms: [...first.terms, ...second.terms], single: false };
}

/** What is counted so often is called by its plural. */
const pluralShare = 0.2;
const epithetShare = 0.6;
const fullPhrase = 0.5;

/**
 * The phrase that names these terms, as mostly written, with what mostly stands with it ("plots" that are mostly
 * "ICE plots"); undefined where less than half of the quotes that hold the terms have it.
 */
export function phraseOf(
  terms: readonly string[],
  quotes: readonly string[],
  field: Field,
): string | undefined {
  const weights = new Map(terms.map((term) => [term, 1]));
  const holding = quotes.filter((quote) => {
    const said = new Set(tellingTerms(quote));
    return terms.every((term) => said.has(term));
  });
  const least = Math.max(Math.min(2, holding.length), fullPhrase * holding.length);
  const [best] = [...phrasesOf(holding, weights, field).values()]
    .filter((phrase) => terms.every((term) => phrase.terms.includes(term)))
    .filter((phrase) => phrase.quotes.size >= least)
    .sort((a, b) => lengthOf(b) - lengthOf(a) || b.quotes.size - a.quotes.size);
  return best && withEpithet(best);
}

/** "Sounding board" and "social media" are not "board" and "media". */
function withEpithet(phrase: Phrase): string {
  const all = [...phrase.surfaces.values()].reduce((sum, count) => sum + count, 0);
  const [epithet] = [...phrase.befores].find(([, count]) => count >= epithetShare * all) ?? [];
  return epithet && all > 1 ? `${epithet} ${named(phrase).replace(/^the /, '')}` : named(phrase);
}

const lengthOf = ({ surfaces }: Phrase): number => [...surfaces.keys()][0]?.split(' ').length ?? 0;

function phrasesOf(
  quotes: readonly string[],
  weights: ReadonlyMap<string, number>,
  { isNoun, isWide }: Field,
): Map<string, Phrase> {
  const found = new Map<string, Phrase>();
  for (const [quote, text] of quotes.entries()) {
    const words = wordsOf(text);
    for (const [start, first] of words.entries()) {
      if (!weights.has(first.term) || !opens(first)) continue;
      if (!isNoun(first.lower) && !isNoun(words[start + 1]?.lower ?? '')) continue;
      for (let length = 1; length <= longestPhrase; length++) {
        const run = words.slice(start, start + length);
        const last = run[length - 1];
        if (!last || !goesOn(run, last, weights, isNoun)) break;
        if (!isNoun(last.lower) || neverEnds.test(last.lower)) continue;
        // "residual" of "residual plots" is half a name
        const next = words[start + length];
        if (next && next.term !== '' && !stopWords.has(next.lower) && isNoun(next.lower)) continue;
        const terms = run.map(({ term }) => term).filter((term) => weights.has(term));
        if (new Set(terms).size < terms.length || terms.every(isWide)) continue;
        add(found, run, terms, quote);
      }
    }
  }
  for (const phrase of found.values()) {
    const worth = phrase.terms.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
    const together = phrase.terms.length > 1 ? Math.min(1, 0.3 + 0.3 * phrase.quotes.size) : 1;
    phrase.worth = worth * together;
  }
  return found;
}

function add(found: Map<string, Phrase>, run: readonly Word[], terms: string[], quote: number) {
  const key = run.map(({ term }) => term).join(' ');
  const phrase = found.get(key) ?? {
    surfaces: new Map<string, number>(),
    terms,
    quotes: new Set<number>(),
    withThe: 0,
    befores: new Map<string, number>(),
    worth: 0,
  };
  const surface = run.map(written).join(' ');
  phrase.surfaces.set(surface, (phrase.surfaces.get(surface) ?? 0) + 1);
  phrase.quotes.add(quote);
  const before = run[0]?.before ?? '';
  if (
    /^\p{L}{3,}$/u.test(before) &&
    !stopWords.has(before) &&
    talkWeight(termOf(before)) === 1 &&
    !isFrameTerm(termOf(before))
  ) {
    phrase.befores.set(before, (phrase.befores.get(before) ?? 0) + 1);
  }
  phrase.withThe += run[0]?.before === 'the' ? 1 : -1;
  found.set(key, phrase);
}

function wordsOf(text: string): Word[] {
  let before = '';
  return [...text.matchAll(token)].map(([surface]) => {
    const spoken = /[\p{L}\p{N}]/u.test(surface);
    const lower = surface.toLowerCase().replaceAll('’', "'");
    const word = { surface, lower, term: spoken ? termOf(lower) : '', before };
    before = spoken ? lower : '';
    return word;
  });
}

/** Nouns and shared words in a row, and "of (the)" between them. */
function goesOn(
  run: readonly Word[],
  { lower, term, before }: Word,
  weights: ReadonlyMap<string, number>,
  isNoun: Field['isNoun'],
): boolean {
  if (inner.has(lower)) return run.length > 1 && (lower === 'of' || before === 'of');
  return (
    (weights.has(term) || (isNoun(lower) && talkWeight(term) === 1)) &&
    term !== '' &&
    !stopWords.has(lower)
  );
}

const opens = ({ lower, before }: Word): boolean =>
  !neverOpens.test(lower) && !beforeVerb.test(before);

/** A capital that only opens a sentence is no part of the word. */
const written = ({ surface, before }: Word): string =>
  before === '' && /^\p{Lu}[\p{Ll}'’-]*$/u.test(surface) ? surface.toLowerCase() : surface;

/** As mostly written; of what is counted, the plural. */
const named = ({ surfaces, withThe }: Phrase): string => {
  const most = [...surfaces].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const often = pluralShare * (most[0]?.[1] ?? 0);
  const [surface] = most.find(([one, by]) => isPlural(one) && by >= often) ?? most[0] ?? [''];
  return withThe > 0 ? `the ${surface}` : surface;
};

/** Whether what is named is several, by how it is written. */
export const isPlural = (surface: string): boolean => /[^su]s$/.test(surface);

/** "fail" and "failure" name the same. */
const sharesRoot = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((a) =>
    others.some(
      (b) =>
        a === b || (a.length >= rootLength && a.slice(0, rootLength) === b.slice(0, rootLength)),
    ),
  );
