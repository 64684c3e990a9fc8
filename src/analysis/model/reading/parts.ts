import { estimateTokens } from '../../../core/models/context-room.js';
import { type Span, sentencesOf } from '../../../language/sentences.js';
import { words } from '../../../language/tokens.js';
import { isInterviewer, type Transcript } from '../../analyst.js';

/** A turn, or a part of a long one: `turns[turn].text` from `start` to `end`. */
export interface Slice extends Span {
  turn: number;
  isParticipant: boolean;
  text: string;
}

/** A part of a transcript that is read in one call. */
export interface Part {
  /** A participant's first words and the end of the part before, for understanding only. */
  before: readonly Slice[];
  slices: readonly Slice[];
}

/** Tokens of a turn's number, speaker and punctuation. */
const frameTokens = 6;
/** Tokens shown of the words before a part. */
const overlapTokens = 160;
/** Tokens shown of a participant's first words, in which people say what they do. */
const openingTokens = 100;
const wordsOfGreeting = 8;
/** Factor on an equal share: turns cannot be split anywhere, so a part gets a little more room. */
const evenly = 1.1;

const costOf = ({ text }: Slice): number => estimateTokens(text) + frameTokens;

/** Splits a transcript into parts of at most `tokens`, without those in which no participant speaks. */
export function partsOf(transcript: Transcript, tokens: number): Part[] {
  const all = transcript.turns.flatMap(({ speaker, text }, turn): Slice[] =>
    slicesOf(
      {
        turn,
        text,
        start: 0,
        end: text.length,
        isParticipant: !isInterviewer(transcript, speaker),
      },
      tokens / 2,
    ),
  );
  // parts of equal size: a short last one would cost a call for a goodbye
  const total = all.reduce((sum, slice) => sum + costOf(slice), 0);
  const size = Math.min(tokens, evenly * (total / Math.ceil(total / tokens)));
  const parts: Slice[][] = [[]];
  let room = size;
  for (const slice of all) {
    const cost = costOf(slice);
    if (cost > room && parts.at(-1)?.length) {
      parts.push([]);
      room = size;
    }
    parts.at(-1)?.push(slice);
    room -= cost;
  }
  const opening = openingOf(parts[0] ?? []);
  return parts
    .map((slices, at) => ({
      slices,
      before: at === 0 ? [] : [...opening, ...lastOf(parts[at - 1] ?? [])],
    }))
    .filter(({ slices }) => slices.some(({ isParticipant }) => isParticipant));
}

/** Splits a part in two; undefined if it is a single short slice. */
export function halvesOf({ before, slices }: Part): [Part, Part] | undefined {
  if (slices.length > 1) {
    const half = Math.ceil(slices.length / 2);
    const [first, second] = [slices.slice(0, half), slices.slice(half)];
    return [
      { before, slices: first },
      { before: lastOf(first), slices: second },
    ];
  }
  const [only] = slices as [Slice];
  const pieces = slicesOf(only, costOf(only) / 2);
  if (pieces.length < 2) return undefined;
  const half = Math.ceil(pieces.length / 2);
  return [
    { before, slices: pieces.slice(0, half) },
    { before: lastOf(pieces.slice(0, half)), slices: pieces.slice(half) },
  ];
}

/** Splits a turn into pieces of whole sentences. */
function slicesOf(turn: Slice, tokens: number): Slice[] {
  if (costOf(turn) <= tokens) return turn.text.trim() === '' ? [] : [turn];
  const pieces: Slice[] = [];
  let room = 0;
  for (const { start, end } of sentencesOf(turn.text)) {
    const cost = estimateTokens(turn.text.slice(start, end));
    const last = pieces.at(-1);
    if (last && cost <= room) {
      last.end = turn.start + end;
      last.text = turn.text.slice(last.start - turn.start, end);
      room -= cost;
    } else {
      const text = turn.text.slice(start, end);
      pieces.push({ ...turn, start: turn.start + start, end: turn.start + end, text });
      room = tokens - cost;
    }
  }
  return pieces;
}

/** A participant's first sentences of more than a greeting. */
function openingOf(slices: readonly Slice[]): Slice[] {
  const first = slices.find(
    ({ isParticipant, text }) => isParticipant && words(text).length > wordsOfGreeting,
  );
  if (!first) return [];
  const text = first.text.slice(0, openingTokens * 4).toWellFormed();
  return [{ ...first, end: first.start + text.length, text }];
}

/** The end of a part, shortened to a little context. */
function lastOf(slices: readonly Slice[]): Slice[] {
  const shown: Slice[] = [];
  let room = overlapTokens;
  for (const slice of slices.slice(-3).reverse()) {
    if (room <= 0) break;
    const text = slice.text.slice(-room * 4).toWellFormed();
    shown.unshift({ ...slice, start: slice.end - text.length, text });
    room -= estimateTokens(text);
  }
  return shown;
}
