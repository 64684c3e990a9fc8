import { words } from '../../search/tokens.js';
import { type FoundQuote, isInterviewer, type Transcript } from '../analyst.js';
import { cuesOf } from '../cues.js';
import { polarityOf } from '../polarity.js';
import { findPassages, type Passage } from './find-passages.js';
import { isPrompted } from './prompted.js';

/** Quotes kept of a long talk: one for so many words of participants, the best first; a short talk keeps all. */
const wordsPerQuote = 60;
const alwaysKept = 20;
const promptedStrength = 0.5;

/** What participants said that is evidence, found by its wording alone (docs/analysis.md). */
export function extractQuotes(transcript: Transcript): FoundQuote[] {
  const candidates: { found: FoundQuote; score: number; wording: string }[] = [];
  let spoken = 0;
  for (const [turn, { speaker, text }] of transcript.turns.entries()) {
    if (isInterviewer(transcript, speaker)) continue;
    spoken += words(text).length;
    const question = questionBefore(transcript, turn);
    for (const passage of findPassages(text)) {
      const quote = text.slice(passage.start, passage.end);
      candidates.push({
        found: toQuote(turn, passage, quote, isPrompted(question, text, passage.start, quote)),
        score: passage.rated.score,
        wording: words(quote).join(' '),
      });
    }
  }
  const most = Math.max(alwaysKept, Math.ceil(spoken / wordsPerQuote));
  const said = new Set<string>();
  return candidates
    .sort((a, b) => b.score - a.score || inOrder(a.found, b.found))
    .filter(({ wording }) => !said.has(wording) && said.add(wording))
    .slice(0, most)
    .map(({ found }) => found)
    .sort(inOrder);
}

/** What the interviewer said directly before this answer. */
function questionBefore(transcript: Transcript, turn: number): string | undefined {
  const before = transcript.turns[turn - 1];
  return before && isInterviewer(transcript, before.speaker) ? before.text : undefined;
}

function toQuote(
  turn: number,
  { start, end, rated }: Passage,
  quote: string,
  prompted: boolean,
): FoundQuote {
  const strength = 0.15 + 0.5 * rated.specificity + 0.35 * rated.directness;
  return {
    turn,
    start,
    end,
    strength: round(strength * (prompted ? promptedStrength : 1)),
    prompted,
    cues: cuesOf(quote),
    polarity: round(polarityOf(quote)),
  };
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
const inOrder = (a: FoundQuote, b: FoundQuote): number => a.turn - b.turn || a.start - b.start;
