import { refNumbersIn } from '../../beliefs/signals/ref.js';
import { tellingTerms } from '../../language/tokens.js';

/** With more other words than this, a ref is mentioned in passing and is not the subject. */
const mostBesideRefs = 4;

/** The numbers of the beliefs that a question is about by their refs ("Does anybody contradict SIG-4?"). */
export function refsAskedFor(question: string): number[] {
  const refs = refNumbersIn(question);
  const telling = tellingTerms(question).filter((term) => term !== 'sig' && !/^\d+$/.test(term));
  return telling.length <= mostBesideRefs ? refs : [];
}
