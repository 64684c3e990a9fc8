import { terms } from '../../language/tokens.js';
import type { Concept } from '../search/concept.js';
import type { AnswerKind, Said } from './answer.js';
import type { Conditions } from './conditions.js';
import { contentOf } from './follow-up.js';
import { isKnown, isLike, maybeNear, withoutQuestions } from './known-questions.js';
import {
  asNear,
  comesCloser,
  heaviestTold,
  namesEnough,
  nearestLoose,
  wordOf,
} from './loose-quotes.js';
import {
  contextOf,
  heaviestOf,
  isUnsaid,
  mainOf,
  saysOwn,
  shareOf,
  subjectOf,
  type Weighed,
  weigh,
} from './relevance.js';
import type { Material, MaterialSignal } from './retrieve.js';
import type { Reading } from './understand.js';

// Thresholds chosen on the demo team, two snapshots and a fresh study (docs/decisions/answers.md).
/**
 * A passage answers if it mentions the share `said` of the question's subject, and its belief is relevant and stands
 * out: the next belief has at most the share `next` of its relevance. If it stands out further, the passage may say
 * less. Most words of the question have to be mentioned.
 */
const answering = [
  { said: 0.72, relevance: 1, next: 0.85 },
  { said: 0.6, relevance: 0.65, next: 0.67 },
];
/**
 * A belief also answers if its sentence and its best quotes together mention the share `said` of the subject, its own
 * words and one quote each contribute, and no other belief is as relevant.
 */
const answeringTogether = { said: 0.7, own: 0.3, quoted: 0.4, relevance: 0.4, next: 0.95 };
/**
 * If one word of a question outweighs all others ("stop" next to "using"), a belief answers only if its sentence or
 * its theme has that word. Definitions mention too many words ("app", "calendar").
 */
const ofOneWord = { leastNamed: 0.8, mostOfOthers: 0.3 };
const near = { said: 0.25, relevance: 0.33, saidByBelief: 0.5 };
/**
 * Minimum share of a question that a belief's own words mention for the belief to be known in the question's area.
 */
const leastOfArea = 0.25;
const mostBeliefs = 3;
const relevanceOfFurtherBelief = 0.6;
/** Share of the best belief's relevance that a belief needs to be chosen as the near one in its place. */
const relevanceOfNear = 0.6;
const aheadOfBest = 0.05;
/** Minimum share of a question's words that the beliefs behind its answer must mention. */
const leastSpoken = 0.75;

/** A belief with its quotes on the question, best first. */
export type FoundBelief = Pick<MaterialSignal, 'signal' | 'quotes'>;

/** The verdict on the material for one reading of a question. */
export interface Finding {
  kind: Exclude<AnswerKind, 'no question'>;
  /** The beliefs to answer from, best first; empty if nothing is near. */
  beliefs: readonly FoundBelief[];
  /** The nearest quotes that belong to no belief; only if `beliefs` is empty. */
  quotes: readonly { item: Said }[];
  /** The question's most important word, if the near belief or quotes do not mention it. */
  notAbout?: string | undefined;
  /** True if a model judged that quotes without a belief answer the question. */
  isSaid?: boolean;
  /** If nothing is near, a belief in the area of the question. */
  known?: MaterialSignal | undefined;
  /** True if the question asks for several answers. */
  several: boolean;
  reading: Reading;
  /** Share of the question that the best passage mentions, 0 to 1. */
  said: number;
  material: Material;
}

/**
 * Decides whether the material answers a question, is near it, or does not cover it. A passage (a quote with its
 * theme and belief) answers if it mentions nearly all of the subject and meets the conditions. Material on half of a
 * question answers a different question.
 */
export function chooseFinding(reading: Reading, material: Material): Finding {
  const { adds, conditions, several } = reading;
  const subject = subjectOf(material.query, conditions);
  const heaviest = heaviestOf(subject);
  const beliefs = naming(material, adds);
  const weighed = beliefs.filter(worthWeighing).map((belief) => weigh(belief, subject, conditions));
  const knows = (one: Weighed): boolean => isKnown(one, reading, beliefs);
  const best = weighed.find(knows) ?? weighed[0];
  const others = weighed.filter((one) => one !== best);
  const saysAnswer = (one: Weighed, rivals: readonly MaterialSignal[] = []): boolean => {
    const belief = withoutQuestions(one.belief);
    const hasQuestions = belief.words.questions.length > 0;
    const read = hasQuestions ? weigh(belief, subject, conditions) : { ...one, belief };
    const next = Math.max(0, ...rivals.map((rival) => withoutQuestions(rival).relevance));
    return answers(read, conditions, next / read.belief.relevance);
  };
  const finding = { several, reading, said: best?.said ?? 0, material, quotes: [] };
  const nothing: Finding = {
    ...finding,
    kind: 'not covered',
    beliefs: [],
    known: knownInArea(beliefs, subject),
  };
  const further =
    best && several
      ? others
          .filter((one) => knows(one) || saysAnswer(one))
          .filter(comesNear(best, relevanceOfFurtherBelief))
      : [];
  const chosen = best ? [best, ...further].slice(0, mostBeliefs) : [];
  const ids = new Set(chosen.map(({ belief }) => belief.signal.signalId));
  const rivals = beliefs.filter(({ signal }) => !ids.has(signal.signalId));
  const isAnswer =
    best &&
    isNear(best) &&
    (knows(best) ||
      ((hasSeveralWords(subject) || best.named >= ofOneWord.leastNamed) &&
        saysAnswer(best, rivals) &&
        !unknownPeople(reading, material)));
  // An opening says that the people named did not say exactly this.
  if (isAnswer && material.opening === undefined) {
    return { ...finding, kind: 'answered', beliefs: chosen.map(({ belief }) => belief) };
  }
  const closest = best && nearestOf(best, weighed);
  const spoken = nearestLoose(reading, material, subject);
  if (comesCloser(spoken, closest, heaviest)) {
    return { ...finding, ...asNear(spoken, reading, subject) };
  }
  if (!closest) return nothing;
  return {
    ...finding,
    kind: 'near',
    beliefs: [closest.belief],
    notAbout: missingIn(reading, material, subject, closest),
  };
}

const hasSeveralWords = (subject: readonly Concept[]): boolean => {
  const least = ofOneWord.mostOfOthers * (heaviestOf(subject)?.weight ?? 0);
  return subject.filter(({ weight }) => weight >= least).length > 1;
};

/** False for a belief that is too far behind the most relevant one to be an answer, or near. */
const worthWeighing = (
  { relevance }: MaterialSignal,
  place: number,
  [most]: readonly MaterialSignal[],
): boolean =>
  place === 0 ||
  (relevance >= near.relevance &&
    relevance >= Math.min(relevanceOfFurtherBelief, relevanceOfNear) * (most?.relevance ?? 0));

const answers = (
  { fulfilled, hasHeaviest, together, own, quoted, belief: { relevance } }: Weighed,
  { negated, quantity, choice }: Pick<Conditions, 'negated' | 'quantity' | 'choice'>,
  next = 0,
): boolean =>
  answering.some(
    (least) => fulfilled >= least.said && relevance >= least.relevance && next <= least.next,
  ) ||
  // a negation, a quantity or a choice counts only if a single passage states it
  (!negated &&
    !quantity &&
    !choice &&
    (hasHeaviest || fulfilled > 0) &&
    together >= answeringTogether.said &&
    own >= answeringTogether.own &&
    quoted >= answeringTogether.quoted &&
    relevance >= answeringTogether.relevance &&
    next <= answeringTogether.next);

const isNear = (one: Weighed): boolean =>
  isLike(one) ||
  (one.said >= (one.belief.quotes.length > 0 ? near.said : near.saidByBelief) &&
    one.belief.relevance >= near.relevance &&
    maybeNear(one));

/**
 * The nearest belief: the most relevant one, unless it says too little, or lacks the heaviest word and says less than
 * a belief that has it.
 */
function nearestOf(best: Weighed, weighed: readonly Weighed[]): Weighed | undefined {
  const withHeaviest = weighed
    .filter(comesNear(best, relevanceOfNear))
    .find((one) => isNear(one) && one.hasHeaviest);
  if (!isNear(best)) return withHeaviest;
  const saysMore =
    !best.hasHeaviest && withHeaviest && withHeaviest.said >= best.said + aheadOfBest;
  return saysMore ? withHeaviest : best;
}

const comesNear =
  (best: Weighed, least: number) =>
  ({ belief }: Weighed): boolean =>
    belief.relevance >= least * best.belief.relevance;

/** The people whose behavior a question asks about ("How do lawyers …?"), if no participant ever mentioned them. */
const unknownPeople = (
  { conditions: { people } }: Reading,
  { query: { concepts } }: Material,
): Concept | undefined => concepts.find((one) => people.includes(one.term) && isUnsaid(one));

/**
 * The word that a question is about and the closest belief lacks: people whom no participant mentioned, or the
 * heaviest word.
 */
function missingIn(
  reading: Reading,
  material: Material,
  subject: readonly Concept[],
  closest: Weighed,
): string | undefined {
  const missing = [unknownPeople(reading, material), heaviestTold(subject)].find(
    (one) => one && !closest.says(one),
  );
  return missing && wordOf(missing, reading.text);
}

/** The most relevant belief whose own words mention part of a question's subject, including one of its main words. */
function knownInArea(
  beliefs: readonly MaterialSignal[],
  subject: readonly Concept[],
): MaterialSignal | undefined {
  const main = mainOf(subject);
  return beliefs.find(({ words: own }) => {
    const said = new Set([...own.label, ...own.definition]);
    const says = (one: Concept): boolean => saysOwn(one, said);
    return main.some(says) && shareOf(subject, (one) => (says(one) ? 1 : 0)) >= leastOfArea;
  });
}

const order = { answered: 2, near: 1, 'not covered': 0 };

/** The better of two findings; the first if they are equal. */
export const better = (first: Finding, second: Finding): Finding =>
  order[second.kind] > order[first.kind] ? second : first;

/** True if the words that a question adds to its conversation appear in the beliefs or quotes. */
export function saysItsWords({ beliefs }: Finding, question: string): boolean {
  const content = contentOf(question);
  const said = new Set(beliefs.flatMap((belief) => [...wordsOf(belief)]));
  return content.filter((term) => said.has(term)).length >= leastSpoken * content.length;
}

/** The beliefs that mention enough of the query's `wanted` terms. */
function naming({ query: { concepts }, signals }: Material, wanted: readonly string[]) {
  if (wanted.length === 0) return signals;
  const own = concepts.filter(({ term }) => wanted.includes(term));
  return signals.filter((belief) => namesEnough(own, wordsOf(belief)));
}

/** The terms of a belief and its quotes. */
const wordsOf = ({ signal: { label, description }, quotes }: FoundBelief): ReadonlySet<string> =>
  new Set(
    terms(
      [label, description, ...quotes.map(({ item }) => `${item.quote} ${contextOf(item)}`)].join(
        ' ',
      ),
    ),
  );
