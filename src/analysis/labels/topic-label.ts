import { stopWords } from '../../language/stop-words.js';
import { termOf } from '../../language/tokens.js';
import { talkWeight } from '../grouping/subjects.js';
import type { Field } from './name-topic.js';

const longest = 48;
const longestPhrase = 4;
const rootLength = 4;
/** A second phrase in the label must have this share of the first one's weight. */
const leastBeside = 0.6;
const token = /[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{N}\p{M}]+/gu;
const inner: ReadonlySet<string> = new Set(['of', 'the']);
/** A word after one of these is a verb. */
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
  worth: number;
}

export interface Topic {
  name: string;
  terms: readonly string[];
}

/**
 * Returns the topic of quotes: the phrase or noun that most of them share, or two of similar weight, in the most
 * common spelling; undefined if they share no noun.
 *
 * @param weights the weight of each shared term
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
  const alone = { name: named(first), terms: first.terms };
  if (!second) return alone;
  const name = `${alone.name} and ${named(second)}`;
  return name.length > longest ? alone : { name, terms: [...first.terms, ...second.terms] };
}

/** A noun with this share of plural uses is named in the plural. */
const pluralShare = 0.2;

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
        // "residual" in "residual plots" is half a name
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
    worth: 0,
  };
  const surface = run.map(written).join(' ');
  phrase.surfaces.set(surface, (phrase.surfaces.get(surface) ?? 0) + 1);
  phrase.quotes.add(quote);
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

/** Continues a phrase over consecutive nouns and shared words, and "of (the)" between them. */
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

/** Lower-cases a capital that only starts a sentence. */
const written = ({ surface, before }: Word): string =>
  before === '' && /^\p{Lu}[\p{Ll}'’-]*$/u.test(surface) ? surface.toLowerCase() : surface;

/** The most common spelling, preferring the plural for countable nouns. */
const named = ({ surfaces, withThe }: Phrase): string => {
  const most = [...surfaces].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const often = pluralShare * (most[0]?.[1] ?? 0);
  const [surface] = most.find(([one, by]) => isPlural(one) && by >= often) ?? most[0] ?? [''];
  return withThe > 0 ? `the ${surface}` : surface;
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
