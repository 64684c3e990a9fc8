import { words } from '../../language/tokens.js';
import { formOf } from './conditions.js';
import { likenessWeight } from './rank-beliefs.js';
import type { Weighed } from './relevance.js';
import type { MaterialSignal } from './retrieve.js';
import type { Reading } from './understand.js';

// Chosen on 350 covered and 168 uncovered questions about three teams (docs/decisions/answers.md).
/** A question that is this much like a belief's own questions is one of them, … */
const likenessOfSame = 0.6;
/** … if the questions of every other belief have at most this share of the likeness. */
const likenessOfOthers = 0.75;
/** A belief with questions of its own is near if the question asked is this much like them, … */
const likenessOfNear = 0.2;
/** … or if its own words and all its questions mention this share of it. */
const ownOfNear = 0.42;
/** A belief that borrows its questions is near if it is this relevant. */
const relevanceOfBorrower = 0.95;

/**
 * True if the question asked is one that the belief is said to answer, rather than another belief. The same words do
 * not make it one: "Who checks the totals?" has those of "Who does not check the totals?".
 */
export function isKnown(
  { belief }: Weighed,
  reading: Reading,
  beliefs: readonly MaterialSignal[],
): boolean {
  const { likeness, nearestQuestions } = belief;
  if (belief.words.questions.some(({ text }) => sameWords(text, reading.text))) return true;
  const { negated, quantity, period, named } = reading.conditions;
  return (
    !period &&
    likeness >= likenessOfSame &&
    beliefs.every(
      (other) => other.signal === belief.signal || other.likeness <= likenessOfOthers * likeness,
    ) &&
    nearestQuestions.some(({ text, terms }) => {
      const form = formOf(text);
      return (
        form.negated === negated &&
        form.quantity === quantity &&
        named.every((term) => terms.has(term))
      );
    })
  );
}

const sameWords = (a: string, b: string): boolean => words(a).join(' ') === words(b).join(' ');

/** True if the question asked is like those that the belief is said to answer, or that it borrows. */
export const isLike = ({ belief }: Weighed): boolean =>
  belief.words.questions.length > 0
    ? belief.likeness >= likenessOfNear
    : belief.likeness > 0 && belief.relevance >= relevanceOfBorrower;

/** False for a belief whose questions have words of the question asked, but are about something else. */
export const maybeNear = ({ belief, own }: Weighed): boolean =>
  belief.words.questions.length === 0 || own >= ownOfNear;

/** The belief as it is without its questions: that they share words with a question does not answer it. */
export const withoutQuestions = (belief: MaterialSignal): MaterialSignal => ({
  ...belief,
  relevance: belief.relevance - likenessWeight * belief.likeness,
  words: { ...belief.words, definition: belief.words.description },
});

/** The belief without the questions that it borrows. */
export const withoutBorrowed = (belief: MaterialSignal): MaterialSignal =>
  belief.words.questions.length > 0 ? belief : { ...withoutQuestions(belief), likeness: 0 };
