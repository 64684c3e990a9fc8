import { isSpokenInEnglish } from '../../language/english.js';
import type { Span } from '../../language/sentences.js';
import { words } from '../../language/tokens.js';
import { type FoundQuote, isInterviewer, type Transcript } from '../analyst.js';
import { polarityOf } from '../polarity.js';
import { findPassages } from './find-passages.js';
import { isPrompted } from './prompted.js';
import {
  type Rated,
  rateSentence,
  worthQuoting,
  worthQuotingWithoutCues,
} from './rate-sentence.js';

/** One quote per this many words of participants is kept, the best first; short talks keep all. */
const wordsPerQuote = 60;
const alwaysKept = 20;
const promptedStrength = 0.5;

/** Returns the participants' quotes that are evidence, by wording alone (docs/analysis.md). */
export function extractQuotes(transcript: Transcript): FoundQuote[] {
  const candidates: { found: FoundQuote; score: number; wording: string }[] = [];
  const said = wordsOf(transcript);
  const least = isSpokenInEnglish(said) ? worthQuoting : worthQuotingWithoutCues;
  for (const [turn, { speaker, text }] of transcript.turns.entries()) {
    if (isInterviewer(transcript, speaker)) continue;
    for (const passage of findPassages(text, least)) {
      const quote = text.slice(passage.start, passage.end);
      candidates.push({
        found: toFoundQuote(transcript, turn, passage, passage.rated),
        score: passage.rated.score,
        wording: words(quote).join(' '),
      });
    }
  }
  const most = Math.max(alwaysKept, Math.ceil(said.length / wordsPerQuote));
  const known = new Set<string>();
  return candidates
    .sort((a, b) => b.score - a.score || inOrder(a.found, b.found))
    .filter(({ wording }) => !known.has(wording) && known.add(wording))
    .slice(0, most)
    .map(({ found }) => found)
    .sort(inOrder);
}

const wordsOf = (transcript: Transcript): string[] =>
  transcript.turns.flatMap(({ speaker, text }) =>
    isInterviewer(transcript, speaker) ? [] : words(text),
  );

/** The interviewer's turn directly before this answer. */
function questionBefore(transcript: Transcript, turn: number): string | undefined {
  const before = transcript.turns[turn - 1];
  return before && isInterviewer(transcript, before.speaker) ? before.text : undefined;
}

/**
 * Returns the quote at a position in the transcript.
 *
 * @param rated the rating of its strongest sentence; by default, of the quote as a whole
 */
export function toFoundQuote(
  transcript: Transcript,
  turn: number,
  { start, end }: Span,
  rated?: Rated,
): FoundQuote {
  const { text } = transcript.turns[turn] as Transcript['turns'][number];
  const quote = text.slice(start, end);
  const { specificity, directness } = rated ?? rateSentence(quote);
  const prompted = isPrompted(questionBefore(transcript, turn), text, start, quote);
  const strength = 0.15 + 0.5 * specificity + 0.35 * directness;
  return {
    turn,
    start,
    end,
    strength: round(strength * (prompted ? promptedStrength : 1)),
    prompted,
    polarity: round(polarityOf(quote)),
  };
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
const inOrder = (a: FoundQuote, b: FoundQuote): number => a.turn - b.turn || a.start - b.start;
