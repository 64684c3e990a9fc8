import type { EvidenceRow } from '../../../../db/queries/evidence.js';
import { type Span, sentencesOf } from '../../../language/sentences.js';
import { terms, words } from '../../../language/tokens.js';
import type { Talk } from '../../queries/transcripts.js';
import type { Candidate } from '../../search/rank.js';
import { askers, questionBefore } from './talk.js';

/** Limits of what is searched: no longer than most kept quotes. */
const longest = { words: 40, sentences: 5, characters: 450 };
/** Limits of what is offered. It reaches further, since the point may come after the words that were found, or begin before. */
const longestOffered = { words: 110, before: 2, characters: 1_000 };

interface Sentence extends Span {
  isLeftOut: boolean;
  words: number;
  terms: string;
}

/** A participant's turn. */
export interface Spoken {
  talk: Talk;
  text: string;
  sentences: readonly Sentence[];
  asked: string;
}

export interface Window extends Candidate {
  turn: Spoken;
  /** Its first and last sentence. */
  first: number;
  last: number;
  follows?: string;
}

/**
 * Up to five sentences of the participant from each sentence on, up to the next of what is offered already or was
 * taken out. A passage that goes on from an offered quote is found by the words of both.
 */
export function* windowsOf(talk: Talk, offered: readonly EvidenceRow[]): Generator<Window> {
  const asks = askers(talk);
  for (const [number, { speaker, text }] of talk.transcript.entries()) {
    if (asks(speaker) || text === speaker) continue; // both are blacked out when somebody is erased
    const asked = questionBefore(talk, number, asks);
    const contextTerms = asked === '' ? '' : terms(asked).join(' ');
    const placed = offered.flatMap(({ quote, evidenceId }) => placeOf(quote, text, evidenceId));
    const leftOut = [...talk.removed.flatMap((quote) => placeOf(quote, text)), ...placed];
    const sentences = sentencesOf(text).map(({ start, end }): Sentence => {
      const own = text.slice(start, end);
      const isLeftOut = leftOut.some((quote) => start < quote.end && end > quote.start);
      return { start, end, isLeftOut, words: words(own).length, terms: terms(own).join(' ') };
    });
    const turn: Spoken = { talk, text, sentences, asked };
    let before = -1;
    for (const [first, sentence] of sentences.entries()) {
      if (sentence.isLeftOut) continue;
      const last = lastOf(turn, first, longest);
      if (last <= before) continue; // it is in the one before
      before = last;
      const id = `${talk.sourceItemId} ${number} ${sentence.start}`;
      const end = sentences[first - 1]?.end;
      const quote =
        end === undefined
          ? undefined
          : placed.find((one) => one.end > sentences[first - 1]!.start && one.end <= end);
      yield {
        evidenceId: id,
        talkId: id, // windows overlap, so they are no neighbors that add to each other
        position: 0,
        quoteTerms: sentences
          .slice(first, last + 1)
          .map((one) => one.terms)
          .join(' '),
        contextTerms,
        aroundTerms: quote ? terms(text.slice(quote.start, quote.end)).join(' ') : '',
        exact: false,
        ...{ turn, first, last },
        ...(quote && { follows: quote.evidenceId }),
      };
    }
  }
}

interface Placed extends Span {
  evidenceId: string;
}

function placeOf(quote: string, text: string, evidenceId = ''): Placed[] {
  const start = text.indexOf(quote);
  return start < 0 ? [] : [{ start, end: start + quote.length, evidenceId }];
}

/** The last sentence of a passage that begins with `first`. */
function lastOf(
  { text, sentences }: Spoken,
  first: number,
  most: { words: number; characters: number; sentences?: number },
): number {
  const { start, words: own } = sentences[first]!;
  let last = first;
  let said = own;
  for (let next = sentences[first + 1]; next; next = sentences[last + 1]) {
    said += next.words;
    if (said > most.words || next.end - start > most.characters || next.isLeftOut) break;
    if (most.sentences !== undefined && last - first + 1 >= most.sentences) break;
    if (text.slice(sentences[last]!.end, next.start).includes('\n')) break; // a quote is one line
    last++;
  }
  return last;
}

/** With the sentences before and what comes after, as far as has room. */
export function extended(window: Window): Window {
  const { turn, first, last } = window;
  const { text, sentences } = turn;
  let from = first;
  let room = longestOffered.words - longest.words;
  while (first - from < longestOffered.before) {
    const before = sentences[from - 1];
    if (!before || before.isLeftOut || before.words > room) break;
    if (text.slice(before.end, sentences[from]!.start).includes('\n')) break;
    room -= before.words;
    from--;
  }
  return { ...window, first: from, last: Math.max(last, lastOf(turn, from, longestOffered)) };
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

export function textOf(window: Window): string {
  const { start, end } = spanOf(window);
  return window.turn.text.slice(start, end);
}
