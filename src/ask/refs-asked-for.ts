import { tellingTerms } from '../search/tokens.js';
import { refNumbersIn } from '../signals/ref.js';

/** More words of their own than this, and a ref is something that the question mentions, not what it is about. */
const mostBesideRefs = 4;

/** The numbers of the beliefs that a question is about by their refs ("Does anybody contradict SIG-4?"). */
export function refsAskedFor(question: string): number[] {
  const refs = refNumbersIn(question);
  const telling = tellingTerms(question).filter((term) => term !== 'sig' && !/^\d+$/.test(term));
  return telling.length <= mostBesideRefs ? refs : [];
}
