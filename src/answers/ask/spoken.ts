import { termOf, terms, words } from '../../language/tokens.js';
import type { Concept, QueryModel } from '../search/concept.js';
import { mentionIn } from './rank-beliefs.js';
import type { SpokenQuote } from './retrieve.js';
import type { Reading } from './understand.js';
import {
  contextOf,
  heaviestOf,
  type Passage,
  passagesOf,
  saysOwn,
  shareOf,
  type Weighed,
} from './weigh.js';

// Chosen on the demo team, two snapshots and a fresh study (docs/decisions/answers.md).
/**
 * A quote of no belief is shown if it says this much, less if it has the heaviest word of the
 * question, and if it says more than the nearest belief.
 */
const loose = {
  said: 0.45,
  withHeaviest: 0.35,
  /** In its own words: the name of its study says nothing of what was said. */
  inQuote: 0.3,
  ahead: 0.05,
  /** Unless the sentence of the belief says this much of the question. */
  ofSentence: 0.45,
  further: 0.75,
  most: 3,
};

/** With this share, an answer that is near says that the belief is not about it. */
const leastTold = 0.3;
const leastNamed = 0.5;

/** Words that no belief is made of, as far as they come near to a question. */
export interface Spoken {
  quotes: readonly SpokenQuote[];
  /** Share of the subject that the best one says, 0 to 1. */
  said: number;
  /** True if they have its heaviest word. */
  hasHeaviest: boolean;
}

/** The parts of a finding that these words are near, and nothing is nearer. */
export const asNear = (spoken: Spoken, reading: Reading, subject: readonly Concept[]) => ({
  said: spoken.said,
  quotes: spoken.quotes,
  kind: 'near' as const,
  beliefs: [],
  notAbout: spoken.hasHeaviest ? undefined : unsaidBy(spoken.quotes, reading, subject),
});

/** True if quotes of no belief say enough of a question, and more than the belief that is near. */
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

/** The quotes of no belief that come nearest to a question. */
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
    // the name of what a study is about is in every quote of it
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
  definition: new Set<string>(),
  themes: new Map(),
};

/** The heaviest word of a question, if none of the quotes says it in any words. */
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

/** The heaviest word of a question, if so much of it is about that: an answer that lacks it says so. */
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

/** True if words that were spoken mention enough of those that are wanted. */
export const namesEnough = (wanted: readonly Concept[], spoken: ReadonlySet<string>): boolean =>
  wanted.length === 0 ||
  shareOf(wanted, ({ mentions }) => (mentions.some(({ term }) => spoken.has(term)) ? 1 : 0)) >=
    leastNamed;
