import { isFrameTerm } from '../../search/frame-words.js';
import { terms } from '../../search/tokens.js';

const leading =
  /\b(?:do|did|does|don't|didn't|doesn't|is|isn't|are|aren't|was|wasn't|were|weren't|would|wouldn't|have|haven't|has|can|could) (?:you|it|that|this|they|there|the|those|your)\b[^?]*\?|\b(?:right|correct|isn't it|wasn't it|don't you|didn't you|wouldn't you|yeah|huh)\s*\?|^\s*so,? (?:you|it|that|this|they)\b|\b(?:would you say|would you agree|so you(?:'re| are)? (?:saying|think|feel))\b/i;
const open =
  /\b(?:what|why|how|when|where|who|which|tell me|describe|walk me|talk (?:me )?(?:about|through)|explain|elaborate)\b/i;
const agreement =
  /^[\s"'“]*(?:um+|uh+|oh|well|so|,|\s)*(?:yes|yeah|yep|yup|exactly|right|correct|sure|absolutely|definitely|totally|of course|indeed|agreed|i agree|true|that's (?:right|true|correct)|i (?:would|do|did|think so)|it (?:was|is|does|did)|mm-?hmm|uh-?huh|no|nope|not really)\b/i;
/** Words of its own that a mere agreement has at most. */
const mostOwnTerms = 2;

/**
 * Whether a quote only agrees with what the interviewer put into the person's mouth: the question before it leads,
 * the answer opens by agreeing, and the quote adds next to nothing of its own.
 *
 * @param question what the interviewer said just before the answer; undefined where nobody asked
 * @param start where the quote starts in the answer, in UTF-16 units
 */
export function isPrompted(
  question: string | undefined,
  answer: string,
  start: number,
  quote: string,
): boolean {
  if (!question || !agreement.test(answer)) return false;
  if (!leads(question)) return false;
  // what comes after the first sentences is the person's own
  if (start > 0 && answer.slice(0, start).split(/[.!?]\s/).length > 2) return false;
  const offered = new Set(terms(question));
  const own = new Set(
    terms(quote.replace(agreement, '')).filter(
      (term) => !offered.has(term) && !isFrameTerm(term) && term.length > 2,
    ),
  );
  return own.size <= mostOwnTerms;
}

/** Only the last question counts: a long turn often tells before it asks. */
function leads(question: string): boolean {
  const sentences = question.trim().split(/(?<=[.!?])\s+/);
  const asked = sentences.filter((sentence) => sentence.includes('?')).at(-1) ?? sentences.at(-1);
  return asked !== undefined && leading.test(asked) && !open.test(asked);
}
