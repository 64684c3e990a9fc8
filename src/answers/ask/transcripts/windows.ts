import type { Span } from '../../../language/sentences.js';
import { terms } from '../../../language/tokens.js';
import type { Candidate } from '../../search/rank.js';
import type { Spoken } from './talk.js';

/** Limits of a window: no longer than most stored quotes. */
const longest = { words: 40, sentences: 5, characters: 450 };

/** A few sentences of a participant, which search ranks like a quote. */
export interface Window extends Candidate {
  turn: Spoken;
  /** Indexes of its first and last sentence. */
  first: number;
  last: number;
}

/** Yields windows of up to five sentences, from each sentence on, that stop before removed sentences. */
export function* windowsOf(turns: readonly Spoken[]): Generator<Window> {
  for (const turn of turns) {
    const { talk, text, sentences, number, asked } = turn;
    const termsOf = sentences.map(({ start, end }) => terms(text.slice(start, end)).join(' '));
    const contextTerms = asked === '' ? '' : terms(asked).join(' ');
    let before = -1;
    for (const [first, sentence] of sentences.entries()) {
      if (sentence.isLeftOut) continue;
      const last = lastOf(turn, first);
      if (last <= before) continue; // part of the previous window
      before = last;
      const id = `${talk.sourceItemId} ${number} ${sentence.start}`;
      yield {
        evidenceId: id,
        talkId: id, // windows overlap, so they must not add to each other as neighbors
        position: 0,
        quoteTerms: termsOf.slice(first, last + 1).join(' '),
        contextTerms,
        aroundTerms: '',
        exact: false,
        ...{ turn, first, last },
      };
    }
  }
}

/** The last sentence of a window that begins with `first`. */
function lastOf({ text, sentences }: Spoken, first: number): number {
  const { start, words: own } = sentences[first]!;
  let last = first;
  let said = own;
  for (let next = sentences[first + 1]; next; next = sentences[last + 1]) {
    said += next.words;
    if (said > longest.words || next.end - start > longest.characters || next.isLeftOut) break;
    if (last - first + 1 >= longest.sentences) break;
    if (text.slice(sentences[last]!.end, next.start).includes('\n')) break; // a quote is one line
    last++;
  }
  return last;
}

/** True if two windows share words, or say the same. */
export const repeats =
  (window: Window) =>
  (other: Window): boolean =>
    (other.turn === window.turn && other.first <= window.last && window.first <= other.last) ||
    textOf(other) === textOf(window);

export const spanOf = ({ turn: { sentences }, first, last }: Window): Span => ({
  start: sentences[first]!.start,
  end: sentences[last]!.end,
});

function textOf(window: Window): string {
  const { start, end } = spanOf(window);
  return window.turn.text.slice(start, end);
}
