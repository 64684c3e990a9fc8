import { isFrameTerm } from '../../language/frame-words.js';
import { terms } from '../../language/tokens.js';

/** Openings of a leading question, if a question mark follows. */
const asksWhether =
  /\b(?:do|did|does|don't|didn't|doesn't|is|isn't|are|aren't|was|wasn't|were|weren't|would|wouldn't|have|haven't|has|can|could) (?:you|it|that|this|they|there|the|those|your)\b/i;
const leading =
  /\b(?:right|correct|isn't it|wasn't it|don't you|didn't you|wouldn't you|yeah|huh)\s*\?|^\s*so,? (?:you|it|that|this|they)\b|\b(?:would you say|would you agree|so you(?:'re| are)? (?:saying|think|feel))\b/i;
const open =
  /\b(?:what|why|how|when|where|who|which|tell me|describe|walk me|talk (?:me )?(?:about|through)|explain|elaborate)\b/i;
const agreement =
  /^[\s"'“]*(?:(?:um+|uh+|oh|well|so|,)\s*)*(?:yes|yeah|yep|yup|exactly|right|correct|sure|absolutely|definitely|totally|of course|indeed|agreed|i agree|true|that's (?:right|true|correct)|i (?:would|do|did|think so)|it (?:was|is|does|did)|mm-?hmm|uh-?huh|no|nope|not really)\b/i;
/** Maximum number of own terms in a mere agreement. */
const mostOwnTerms = 2;

/**
 * True if a quote only agrees with a leading question: the question before it leads, the answer begins by
 * agreeing, and the quote adds next to nothing.
 *
 * @param question the interviewer's turn just before the answer; undefined if there is none
 * @param start start of the quote in the answer, in UTF-16 units
 */
export function isPrompted(
  question: string | undefined,
  answer: string,
  start: number,
  quote: string,
): boolean {
  if (!question || !agreement.test(answer)) return false;
  const offered = offerOf(question);
  if (!offered) return false;
  // anything after the first sentences is the participant's own
  if (start > 0 && answer.slice(0, start).split(/[.!?]\s/).length > 2) return false;
  const own = new Set(
    terms(quote.replace(agreement, '')).filter(
      (term) => !offered.has(term) && !isFrameTerm(term) && term.length > 2,
    ),
  );
  return own.size <= mostOwnTerms;
}

/** The terms that a leading question suggests; undefined if it does not lead. */
function offerOf(question: string): ReadonlySet<string> | undefined {
  // Cached, because all quotes of an answer are checked in a row.
  if (last?.question !== question) {
    last = { question, offer: leads(question) ? new Set(terms(question)) : undefined };
  }
  return last.offer;
}

let last: { question: string; offer: ReadonlySet<string> | undefined } | undefined;

/** Only the last question counts: long turns often explain something before they ask. */
function leads(question: string): boolean {
  const sentences = question.trim().split(/(?<=[.!?])\s+/);
  const asked = sentences.filter((sentence) => sentence.includes('?')).at(-1) ?? sentences.at(-1);
  if (asked === undefined || open.test(asked)) return false;
  const at = asked.search(asksWhether);
  return (at >= 0 && asked.lastIndexOf('?') > at) || leading.test(asked);
}
