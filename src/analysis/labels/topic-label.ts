import { termOf } from '../../search/tokens.js';
import { sharedTerms } from './shared-terms.js';

const longest = 60;
const longestPhrase = 4;
const partsAtMost = 3;
const rootLength = 4;
const token = /[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[^\s]/gu;
/** Words of grammar that a search may look for, and a name does not hold. */
const grammar =
  /^(?:another|rather|even|often|whereas|nobody|anybody|via|despite|although|though|however|across|within|per|unless|matter|whenever|wherever|much|many|without|always|never|maybe|instead|whether|upon|towards?|fewer|yet|ever|anymore|else|together|ago|already|almost|later|soon|usually|sometimes)$/;
const inner: ReadonlySet<string> = new Set(['of', 'the']);
/** Words of whole fields: alone they tell one group from no other. */
const wide =
  /^(?:ais?|games?|gaming|students?|teachers?|teaching|tools?|models?|software|apps?|data|company|companies|teams?|questions?|answers?|class|classes|classroom|player|players|product|products|system|systems|project|projects|word|words|plot|plots|feature|features|task|tasks|result|results)$/;
const wideWorth = 0.4;
/** What a term that only one person has counts beside those that are shared. */
const ownWorth = 0.3;
const beforeNouns =
  /^(?:the|a|an|my|our|your|their|his|her|its|this|these|those|some|any|no|of|with|for|in|about|from|on|by|more|new|different|many|each|every|all|other|using)$/;
const beforeVerbs =
  /^(?:to|i|we|you|they|he|she|it|can|could|would|will|should|must|might|don't|didn't|doesn't|not|never|always|just|and|i'm|we're|you're|they're|is|are|was|were|been|be|have|has|had|really|very|so|too)$/;
const neverNouns =
  /(?:ly|n't|'.*|ed|est|ful|ible|able|ical|ious|icient|less)$|^(?:go|becomes|seemed|wants|visual|built|base|based|longer|dive|worth|educational|comprehensive|original|refine|direct|taught|right|away|scored|aligns|close|gave|stronger|amounts|around|paste|extra|slows|turn|turns|creates|stuck|complex|blank|relational|separate|alpha|lengths|suggests|efficient|biggest|private|forgive|many|much|without|difficult|white|easy|access to|artistic|order|open|right|write|worst|best|own|play|select|won|lose|wrong|fun|pun|huge|ethical|takes|took|take|went|gone|sure|try|trying|tried|able|new|main|big|small|different|specific|certain|various|actual|high|low|long|short|happen|happened|happens|start|started|seem|seems|becoming|become|give|giving|based|able|little|whole|entire|today|year|years|month|months|week|weeks|day|days|minute|minutes|hour|hours|first|second|last|next|example|lot|part|case|cases|stuff|idea|fact|one|two|three|four|five|six|seven|eight|nine|ten|hundred|guys|guy|man|everything|everyone|everybody|nothing|kinda|etc|today|terms|sense|end|side|place|level|type|types|amount|number|great|quick|quickly|early|late|slow|fast|full|important|possible|useful|helpful|interested|concerned|reluctant|using|used|use|uses|having|being|getting|making|made|coming|looking|going|doing|done|thanks|thank|welcome|hope|better|free|real|true|single|multiple|similar|general|highly|clear|single|correct|hand|half|couple|rest|back|front|top|bottom|front|find|finding|found|look|show|shows|showed|shown|read|put|keep|kept|help|helps|helped|feel|let|ask|asked|bring|brought|spend|spent|add|added|adding|create|created|allow|allows|allowed|provide|provided|provides|produce|produced|produces|want|think|believe|change|changed)$/;

interface Word {
  surface: string;
  term: string;
  before: string;
}

interface Phrase {
  surfaces: Map<string, number>;
  terms: string[];
  quotes: Set<number>;
  score: number;
}

export interface Topic {
  label: string;
  /** It would tell this group from others of its field. */
  telling: boolean;
}

/**
 * What quotes are about: the phrases and nouns that they share, as they are mostly written and in the order in which
 * they come; what a single person says only where they share none. Undefined without a noun.
 *
 * @param weights what each shared term is worth
 */
export function topicLabel(
  quotes: readonly string[],
  weights: ReadonlyMap<string, number>,
): Topic | undefined {
  const texts = quotes.map(wordsInPlace);
  const shared = phrasesToSay(texts, weights, weights);
  const telling = shared.filter((phrase) => phrase.terms.length > 1 || !isWide(phrase));
  if (telling.length > 1 || telling.some(({ terms }) => terms.length > 1)) {
    return { label: joined(telling), telling: true };
  }
  if (shared.length > 1) return { label: joined(shared), telling: false };
  const anyTerm = new Map([...ownTerms(quotes), ...weights]);
  if (shared[0]) {
    // one word names little: with the word that somebody puts beside it, it says more
    const [term] = shared[0].terms as [string];
    const [pair] = phrasesToSay(texts, anyTerm, weights).filter(
      ({ terms }) => terms.length === 2 && terms.includes(term),
    );
    if (pair || !isWide(shared[0])) {
      return { label: joined(pair ? [pair] : shared), telling: false };
    }
  }
  const own = phrasesToSay(texts, anyTerm, anyTerm);
  return own[0] && { label: joined([own[0]]), telling: false };
}

function ownTerms(quotes: readonly string[]): Map<string, number> {
  const alone = quotes.flatMap((quote) => [...sharedTerms([{ quote, speaker: '' }])]);
  return new Map(alone.map(([term, worth]) => [term, ownWorth * worth]));
}

function phrasesToSay(
  texts: readonly (readonly Word[])[],
  weights: ReadonlyMap<string, number>,
  needed: ReadonlyMap<string, number>,
): Phrase[] {
  const nouns = nounsOf(texts.flat());
  const phrases = [...phrasesOf(texts, weights, nouns).values()].filter(({ terms }) =>
    terms.some((term) => needed.has(term)),
  );
  phrases.sort((a, b) => b.score - a.score || compare(a.terms.join(' '), b.terms.join(' ')));
  const chosen: Phrase[] = [];
  for (const phrase of phrases) {
    const enough = chosen.some(({ terms }) => terms.length > 1) ? partsAtMost - 1 : partsAtMost;
    if (chosen.length >= enough) break;
    const overlaps = chosen.some(({ terms }) =>
      terms.some((term) => phrase.terms.some((own) => sameRoot(term, own))),
    );
    if (overlaps || (chosen[0] && phrase.score < leastBeside(chosen) * chosen[0].score)) continue;
    if (joined([...chosen, phrase]).length <= longest) chosen.push(phrase);
  }
  return inOrder(chosen, texts);
}

/** "fail" and "failure" name the same. */
const sameRoot = (a: string, b: string): boolean =>
  a.length >= rootLength && b.length >= rootLength
    ? a.slice(0, rootLength) === b.slice(0, rootLength)
    : a === b;

/** What is named beside the first must be worth this share of it; beside a lone word, less. */
const leastBeside = ([first]: readonly Phrase[]): number =>
  (first?.terms.length ?? 0) > 1 ? 0.4 : 0.2;

function wordsInPlace(text: string): Word[] {
  let before = '';
  return [...text.matchAll(token)].map(([surface]) => {
    const lower = surface.toLowerCase().replaceAll('’', "'");
    const word = { surface, term: /[\p{L}\p{N}]/u.test(surface) ? termOf(lower) : '', before };
    before = /[\p{L}\p{N}]/u.test(surface) ? lower : '';
    return word;
  });
}

/** Terms that these people use as nouns rather than as verbs, by the words before them. */
function nounsOf(words: readonly Word[]): Set<string> {
  const leaning = new Map<string, number>();
  for (const { surface, term, before } of words) {
    if (neverNouns.test(surface.toLowerCase())) continue;
    const lean = beforeVerbs.test(before) ? -1.5 : beforeNouns.test(before) ? 1 : 0.2;
    leaning.set(term, (leaning.get(term) ?? 0) + lean);
  }
  return new Set([...leaning].filter(([, lean]) => lean > 0).map(([term]) => term));
}

function phrasesOf(
  texts: readonly (readonly Word[])[],
  weights: ReadonlyMap<string, number>,
  nouns: ReadonlySet<string>,
): Map<string, Phrase> {
  const found = new Map<string, Phrase>();
  for (const [quote, words] of texts.entries()) {
    for (const [start, first] of words.entries()) {
      if (!weights.has(first.term) || !opensPhrase(first)) continue;
      for (let length = 1; length <= longestPhrase; length++) {
        const run = words.slice(start, start + length);
        const last = run[length - 1];
        if (!last || !goesOn(run, last, weights)) break;
        if (!weights.has(last.term) || !nouns.has(last.term)) continue;
        if (neverNouns.test(last.surface.toLowerCase())) continue;
        const terms = run.map(({ term }) => term).filter((term) => weights.has(term));
        if (new Set(terms).size < terms.length) continue;
        const key = run.map(({ term }) => term).join(' ');
        const phrase = found.get(key) ?? {
          surfaces: new Map<string, number>(),
          terms,
          quotes: new Set<number>(),
          score: 0,
        };
        const surface = run.map((word) => written(word)).join(' ');
        phrase.surfaces.set(surface, (phrase.surfaces.get(surface) ?? 0) + 1);
        phrase.quotes.add(quote);
        found.set(key, phrase);
      }
    }
  }
  for (const phrase of found.values()) {
    const worth = phrase.terms.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
    const together = phrase.terms.length > 1 ? Math.min(1, 0.35 + 0.3 * phrase.quotes.size) : 1;
    const lone = phrase.terms.length === 1 && isWide(phrase);
    phrase.score = worth * together * (lone ? wideWorth : 1);
  }
  return found;
}

/** Shared words in a row, and "of (the)" between them. */
function goesOn(
  run: readonly Word[],
  { surface, term, before }: Word,
  weights: ReadonlyMap<string, number>,
): boolean {
  const lower = surface.toLowerCase();
  if (inner.has(lower)) return run.length > 1 && (lower === 'of' || before === 'of');
  return weights.has(term) && !grammar.test(lower);
}

const opensPhrase = ({ surface, before }: Word): boolean =>
  ![neverOpens, grammar].some((list) => list.test(surface.toLowerCase())) &&
  !beforeVerbsOnly.test(before);
const neverOpens =
  /(?:(?<!^ear|^on|^dai|^week|^month|^fami)ly|n't|ing|'.*)$|^(?:only|gave|one|two|many|much|forgive|spent|spend|feed|takes?|takes|find|becomes?|seems?|without|always|often|even|never|biggest|might|create[ds]?|produces?|sheds?|every|us|ask|show|shows|look|brings?|integrated|fixed|used?|uses|make|makes|made|help|helps|give|gives|add|adds|try|keep|keeps|write|build|play|check|needs?|wants?)$/;
const beforeVerbsOnly = /^(?:to|i|we|you|they|can|could|would|will|should|don't|didn't|doesn't)$/;

/** A capital that only opens a sentence is no part of the word. */
const written = ({ surface, before }: Word): string =>
  before === '' && /^\p{Lu}[\p{Ll}'’-]*$/u.test(surface) ? surface.toLowerCase() : surface;

const isWide = (phrase: Phrase): boolean => wide.test(mostWritten(phrase).toLowerCase());

const mostWritten = ({ surfaces }: Phrase): string =>
  [...surfaces].sort((a, b) => b[1] - a[1] || compare(a[0], b[0]))[0]?.[0] ?? '';

/** The order in which most of the quotes that hold two of them have them. */
function inOrder(phrases: readonly Phrase[], texts: readonly (readonly Word[])[]): Phrase[] {
  const placeOf = ({ terms, quotes }: Phrase): number =>
    [...quotes].reduce((sum, quote) => {
      const words = texts[quote] ?? [];
      return sum + words.findIndex(({ term }) => term === terms[0]) / Math.max(1, words.length);
    }, 0) / quotes.size;
  return [...phrases].sort(
    (a, b) => b.terms.length - a.terms.length || placeOf(a) - placeOf(b) || b.score - a.score,
  );
}

function joined(phrases: readonly Phrase[]): string {
  const parts = phrases.map(mostWritten);
  const text = [parts.slice(0, -1).join(', '), parts.at(-1) ?? '']
    .filter((part) => part !== '')
    .join(' and ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
