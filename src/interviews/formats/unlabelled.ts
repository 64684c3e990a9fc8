import type { Turn } from '../../../db/entities/source-item.js';

/** Speaker names for a talk whose file does not name any. */
export const UNLABELLED_ASKS = 'Interviewer (guessed)';
export const UNLABELLED_SPEAKS = 'Speaker';

const SENTENCES = /\S.*?(?:(?<![.!?…])[.!?…]+["”’)]*(?=\s|$)|$)/gsu;
const YOU = /\byou(?:r|rs|'re|’re|'ve|’ve|'ll|’ll|'d|’d)?\b/iu;
const ENDS_ASKING = /\?["”’)]*$/u;
const OPENS_ASKING =
  /^(?:so,? |and |okay,? |great,? )*(?:can|could|would|do|did|have|are|were|what|how|why|when|where|which|who)\b/iu;
const TELLS_TO_TELL =
  /^(?:so |and |okay,? |great,? |yeah,? )*(?:please )?(?:tell (?:me|us)|walk (?:me|us) through|describe|introduce yourself)\b/iu;
const WELCOMES =
  /\b(?:welcome to|thank(?:s| you) (?:so much )?for (?:joining|being here|coming|taking the time)|(?:i'm|i’m|i am) here with|would you like to introduce)\b/iu;

const asks = (sentence: string): boolean =>
  asksYou(sentence) || TELLS_TO_TELL.test(sentence) || WELCOMES.test(sentence);

function asksYou(sentence: string): boolean {
  const you = sentence.search(YOU);
  if (you < 0) return false;
  return (
    ENDS_ASKING.test(sentence) || (sentence.lastIndexOf('?') > you && OPENS_ASKING.test(sentence))
  );
}

interface Sentence {
  text: string;
  atSecs: number | undefined;
}

/** Returns sentences joined across the file's pieces, each with the time of the piece in which it starts. */
function sentencesOf(pieces: readonly Turn[]): Sentence[] {
  let whole = '';
  const starts: { offset: number; atSecs: number | undefined }[] = [];
  for (const { text, atSecs } of pieces) {
    starts.push({ offset: whole.length, atSecs });
    whole += `${text} `;
  }
  let at = 0;
  return [...whole.matchAll(SENTENCES)].map((match) => {
    while ((starts[at + 1]?.offset ?? Number.POSITIVE_INFINITY) <= match.index) at++;
    return { text: match[0].trim(), atSecs: starts[at]?.atSecs };
  });
}

/** Maximum length of a turn composed of one side's sentences, in UTF-16 units. */
const MAX_TURN = 1_500;

/**
 * Separates a talk without speakers as well as possible: sentences with a question or a welcome become the
 * interviewer's, all others the participant's. This is a guess and is labeled as one.
 */
export function separateQuestions(pieces: readonly Turn[]): Turn[] {
  const turns: Turn[] = [];
  for (const { text, atSecs } of sentencesOf(pieces)) {
    const speaker = asks(text) ? UNLABELLED_ASKS : UNLABELLED_SPEAKS;
    const last = turns.at(-1);
    if (last?.speaker === speaker && last.text.length < MAX_TURN) last.text += ` ${text}`;
    else turns.push({ speaker, text, ...(atSecs !== undefined && { atSecs }) });
  }
  return turns;
}
