import { termOf, terms, words } from '../../language/tokens.js';
import type { Concept, QueryModel } from '../search/concept.js';
import { mentionIn } from './rank-beliefs.js';
import {
  contextOf,
  heaviestOf,
  type Passage,
  passagesOf,
  saysOwn,
  shareOf,
  type Weighed,
} from './relevance.js';
import type { SpokenQuote } from './retrieve.js';
import type { Reading } from './understand.js';

// Thresholds chosen on the demo team, two snapshots and a fresh study (docs/decisions/answers.md).
/**
 * Thresholds for quotes that belong to no belief. A quote is shown if it mentions this share of the question (less if
 * it has the heaviest word), and more than the nearest belief does.
 */
const loose = {
  said: 0.45,
  withHeaviest: 0.35,
  /** In the quote's own words: the study's name does not count as something said. */
  inQuote: 0.3,
  ahead: 0.05,
  /** Quotes are not shown if the belief's own words mention this share. */
  ofSentence: 0.45,
  further: 0.75,
  most: 3,
};

/** Minimum share of the question for its heaviest word to be named as missing. */
const leastTold = 0.3;
const leastNamed = 0.5;

/** Quotes or passages that belong to no belief and come near to a question. */
interface Spoken {
  quotes: readonly SpokenQuote[];
  /** Share of the subject that the best one mentions, 0 to 1. */
  said: number;
  /** True if they contain the subject's heaviest word. */
  hasHeaviest: boolean;
}

/** The parts of a finding for which these quotes are the nearest material. */
export const asNear = (spoken: Spoken, reading: Reading, subject: readonly Concept[]) => ({
  said: spoken.said,
  quotes: spoken.quotes,
  kind: 'near' as const,
  beliefs: [],
  notAbout: spoken.hasHeaviest ? undefined : unsaidBy(spoken.quotes, reading, subject),
});

/** True if quotes without a belief mention enough of a question, and more than the nearest belief. */
export const comesCloser = (
  spoken: Spoken,
  closest: Weighed | undefined,
  heaviest: Concept | undefined,
): boolean => {
  const least = spoken.hasHeaviest ? loose.withHeaviest : loose.said;
  const onlyTheyHaveIt = spoken.hasHeaviest && !(heaviest && closest?.says(heaviest));
  return (
    spoken.said >= least &&
    (closest?.own ?? 0) < loose.ofSentence &&
    (onlyTheyHaveIt || spoken.said >= (closest?.said ?? 0) + loose.ahead)
  );
};

/** The quotes without a belief that are nearest to a question. */
export function nearestLoose(
  { adds, conditions }: Reading,
  { query, loose: all }: { query: QueryModel; loose: readonly SpokenQuote[] },
  subject: readonly Concept[],
): Spoken {
  const heaviest = heaviestOf(subject);
  const own = query.concepts.filter(({ term }) => adds.includes(term));
  const passages = passagesOf(all, noBelief, subject, conditions).filter(
    ({ fulfils, words, quote: { item } }) =>
      fulfils &&
      shareOf(subject, (one) => mentionIn(one, words.quote)) >= loose.inQuote &&
      namesEnough(own, new Set(terms(`${item.quote} ${contextOf(item)}`))),
  );
  const has = ({ words, quote: { item } }: Passage<SpokenQuote>): boolean =>
    heaviest !== undefined &&
    saysOwn(heaviest, words.quote) &&
    // every quote has the name of its study as context
    !saysOwn(heaviest, new Set(terms(item.studyName)));
  const hasHeaviest = passages.some((one) => has(one) && one.said >= loose.withHeaviest);
  const fitting = hasHeaviest ? passages.filter(has) : passages;
  const said = Math.max(0, ...fitting.map((one) => one.said));
  const quotes = fitting
    .filter((one) => one.said >= loose.further * said)
    .slice(0, loose.most)
    .map(({ quote }) => quote);
  return { quotes, said, hasHeaviest };
}

export const noBelief = {
  label: new Set<string>(),
  description: new Set<string>(),
  definition: new Set<string>(),
  questions: [],
  themes: new Map(),
};

/** The heaviest word of a question, if no quote mentions it even in other words. */
function unsaidBy(
  quotes: readonly SpokenQuote[],
  { text }: Reading,
  subject: readonly Concept[],
): string | undefined {
  const heaviest = heaviestTold(subject);
  if (!heaviest) return undefined;
  const said = new Set(quotes.flatMap(({ item }) => terms(item.quote)));
  return mentionIn(heaviest, said) > 0 ? undefined : wordOf(heaviest, text);
}

/** The heaviest word of a question, if it carries enough weight that an answer without it should say so. */
export function heaviestTold(subject: readonly Concept[]): Concept | undefined {
  const heaviest = heaviestOf(subject);
  const share = shareOf(subject, (one) => (one === heaviest ? 1 : 0));
  return share >= leastTold ? heaviest : undefined;
}

/** The word of a text that stands for a concept. */
export const wordOf = ({ term }: Concept, text: string): string | undefined =>
  text
    .match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)
    ?.find((word) => words(word).some((one) => termOf(one) === term));

/** True if the terms `spoken` mention enough of the concepts `wanted`. */
export const namesEnough = (wanted: readonly Concept[], spoken: ReadonlySet<string>): boolean =>
  wanted.length === 0 ||
  shareOf(wanted, ({ mentions }) => (mentions.some(({ term }) => spoken.has(term)) ? 1 : 0)) >=
    leastNamed;
