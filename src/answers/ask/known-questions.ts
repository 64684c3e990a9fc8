import { words } from '../../language/tokens.js';
import { formOf } from './conditions.js';
import type { MaterialSignal } from './retrieve.js';
import type { Reading } from './understand.js';
import type { Weighed } from './weigh.js';

// Chosen on 330 covered and 160 uncovered questions about three teams (docs/decisions/answers.md).
/** A question that is this much like one of a belief's own questions is the same question. */
const likenessOfSameQuestion = 0.6;
/** A belief with questions of its own is near if one of them is this much like the question asked, … */
const likenessOfNearQuestion = 0.25;
/** … or if its own words and all its questions mention this share of it. */
const ownOfNear = 0.42;

/**
 * True if the question asked is one that the belief is said to answer. The same words do not make it one: "Who checks
 * the totals?" has those of "Who does not check the totals?".
 */
export function isKnown({ nearest: { question, likeness } }: Weighed, reading: Reading): boolean {
  if (!question) return false;
  if (sameWords(question.text, reading.text)) return true;
  const { negated, quantity, period, named } = reading.conditions;
  const form = formOf(question.text);
  return (
    likeness >= likenessOfSameQuestion &&
    form.negated === negated &&
    form.quantity === quantity &&
    !period &&
    named.every((term) => question.terms.has(term))
  );
}

const sameWords = (a: string, b: string): boolean => words(a).join(' ') === words(b).join(' ');

/** False for a belief whose questions have words of the question asked, but are about something else. */
export const maybeNear = ({ belief, nearest, own }: Weighed): boolean =>
  belief.words.questions.length === 0 ||
  nearest.likeness >= likenessOfNearQuestion ||
  own >= ownOfNear;

/** The belief as it is without its questions: that they share words with a question does not answer it. */
export const withoutQuestions = (belief: MaterialSignal): MaterialSignal => ({
  ...belief,
  words: { ...belief.words, definition: belief.words.description },
});
