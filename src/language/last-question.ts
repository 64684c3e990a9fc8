import { words } from './tokens.js';

const sounds = new Set(
  `ah aha ahead all alright and awesome cool correct crosstalk did exactly fair fine go good got gotcha great hm hmm
hmmm huh i inaudible interesting it keep know laughs laughter makes mean mhm mm mmhm nice no now of oh ok okay perfect please really
right see sense so sorry sounds sure thank thanks that that's the true uh um uhhuh very well wow yeah yep yes you your`.split(
    /\s+/,
  ),
);

/** True if a turn only shows that its speaker is listening: "Mm-hmm.", "Okay, got it." */
const onlyListens = (text: string): boolean =>
  !text.includes('?') && words(text).every((word) => sounds.has(word));

/** Turns before an answer that are searched for its question: "Okay." or half the answer may come in between. */
export const turnsToQuestion = 4;
/** Minimum words of an interviewer's turn that is a question by itself. */
const wordsOfQuestion = 6;

/**
 * Returns the interviewer's last question, skipping turns that only show listening. A question of a few words ("And
 * this one?") comes with the question before it. Empty if nothing was asked.
 */
export function lastQuestion(turns: readonly string[]): string {
  const asking = turns.filter((text) => !onlyListens(text));
  const [before, last] = [asking.at(-2), asking.at(-1) ?? ''];
  const isShort = words(last).length < wordsOfQuestion;
  return isShort && before !== undefined ? `${before} … ${last}` : last;
}
