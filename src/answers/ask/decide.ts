import { terms } from '../../language/tokens.js';
import type { Concept } from '../search/concept.js';
import type { AnswerKind, Said } from './answer.js';
import type { Conditions } from './conditions.js';
import { contentOf } from './follow-up.js';
import type { Material, MaterialSignal } from './retrieve.js';
import { asNear, comesCloser, heaviestTold, namesEnough, nearestLoose, wordOf } from './spoken.js';
import type { Reading } from './understand.js';
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
} from './weigh.js';

// Chosen on the demo team, two snapshots and a fresh study (docs/decisions/answers.md).
/**
 * A passage answers if it says this share of the question's subject, and its belief is relevant and
 * stands out: the next one has at most a share of its relevance. One that stands out far may say
 * less. Most words of the question have to be mentioned.
 */
const answering = [
  { said: 0.72, relevance: 1, next: 0.85 },
  { said: 0.6, relevance: 0.65, next: 0.67 },
];
/**
 * A belief also answers if its sentence and its best quotes say so much of the subject together,
 * its own words and one quote have a part in it, and no other belief is as relevant.
 */
const answeringTogether = { said: 0.7, own: 0.3, quoted: 0.4, relevance: 0.4, next: 0.95 };
/**
 * A question of one word, next to which others hardly count ("stop" next to "using"), is answered by a belief only if its
 * sentence or its theme has that word: a definition mentions much ("app", "calendar").
 */
const ofOneWord = { leastNamed: 0.8, mostOfOthers: 0.3 };
const near = { said: 0.25, relevance: 0.33, saidByBelief: 0.5 };
/** With this share, a belief that says so of itself is known in the area of the question. */
const leastOfArea = 0.25;
const mostBeliefs = 3;
const relevanceOfFurtherBelief = 0.6;
/** A belief that says enough is near although another one, which does not, is more relevant. */
const relevanceOfNear = 0.6;
const aheadOfBest = 0.05;
/** Minimum share of a question's words that the beliefs behind its answer must mention. */
const leastSpoken = 0.75;

/** A belief with its quotes on the question, the best first. */
export type FoundBelief = Pick<MaterialSignal, 'signal' | 'quotes'>;

/** The verdict on the material for one reading of a question. */
export interface Finding {
  kind: Exclude<AnswerKind, 'no question'>;
  /** The beliefs to answer from, best first; if nothing is near, none. */
  beliefs: readonly FoundBelief[];
  /** Quotes that come nearest and that no belief is made of; only without `beliefs`. */
  quotes: readonly { item: Said }[];
  /** The word of the question that it is most about, if the belief or quotes that are near do not say it. */
  notAbout?: string | undefined;
  /** True if a model judged that quotes of no belief answer the question. */
  isSaid?: boolean;
  /** If nothing is near, a belief that is known in the area of the question. */
  known?: MaterialSignal | undefined;
  /** True if the question asks for several answers. */
  several: boolean;
  reading: Reading;
  /** Share of the question that the best passage says, 0 to 1. */
  said: number;
  material: Material;
}

/**
 * Decides what the material is to a question. A passage, which is a quote with its theme and belief,
 * answers it if it says nearly all of its subject and fulfils its conditions; half a question
 * answered well is another question.
 */
export function decide(reading: Reading, material: Material): Finding {
  const { adds, conditions, several } = reading;
  const subject = subjectOf(material.query, conditions);
  const heaviest = heaviestOf(subject);
  const beliefs = naming(material, adds);
  const weighed = beliefs.filter(worthWeighing).map((belief) => weigh(belief, subject, conditions));
  const [best, ...others] = weighed;
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
          .filter((one) => answers(one, conditions))
          .filter(comesNear(best, relevanceOfFurtherBelief))
      : [];
  const chosen = best ? [best, ...further].slice(0, mostBeliefs) : [];
  const ids = new Set(chosen.map(({ belief }) => belief.signal.signalId));
  const next = beliefs.find(({ signal }) => !ids.has(signal.signalId))?.relevance ?? 0;
  const isAnswer =
    best &&
    isNear(best) &&
    (hasSeveralWords(subject) || best.named >= ofOneWord.leastNamed) &&
    answers(best, conditions, next / best.belief.relevance);
  // An opening says that the people named did not say exactly this.
  if (isAnswer && material.opening === undefined && !unknownPeople(reading, material)) {
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
  // who does not, how often, or which one is said in one breath or not at all
  (!negated &&
    !quantity &&
    !choice &&
    (hasHeaviest || fulfilled > 0) &&
    together >= answeringTogether.said &&
    own >= answeringTogether.own &&
    quoted >= answeringTogether.quoted &&
    relevance >= answeringTogether.relevance &&
    next <= answeringTogether.next);

const isNear = ({ said, belief }: Weighed): boolean =>
  said >= (belief.quotes.length > 0 ? near.said : near.saidByBelief) &&
  belief.relevance >= near.relevance;

/**
 * The belief that comes nearest: the most relevant one, unless it says too little, or lacks the heaviest
 * word and says less than one that has it.
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

/** The people whose doing a question asks about, if nobody ever spoke of them ("How do lawyers …?"). */
const unknownPeople = (
  { conditions: { people } }: Reading,
  { query: { concepts } }: Material,
): Concept | undefined => concepts.find((one) => people.includes(one.term) && isUnsaid(one));

/** Names what a question is about and a belief is not: people whom nobody knows, or its heaviest word. */
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

/** The most relevant belief that speaks of a question's subject in its own words, and of what it is most about. */
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

/** The better of two findings; of two equal ones the first. */
export const better = (first: Finding, second: Finding): Finding =>
  order[second.kind] > order[first.kind] ? second : first;

/** True if the words that a question adds to its conversation appear in the beliefs or quotes. */
export function saysItsWords({ beliefs }: Finding, question: string): boolean {
  const content = contentOf(question);
  const said = new Set(beliefs.flatMap((belief) => [...wordsOf(belief)]));
  return content.filter((term) => said.has(term)).length >= leastSpoken * content.length;
}

/** The beliefs of a material that mention most of these terms of its query. */
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
