import type { SourceItemStatus } from '../../../db/entities/source-item.js';
import { words } from '../../language/tokens.js';
import { isInterviewer, type Transcript } from '../analyst.js';

/** Size of an interview in numbers. */
interface InterviewSize {
  participantWords: number;
  interviewerWords: number;
  /** Quotes worth keeping. */
  quotes: number;
}

interface InterviewQuality {
  status: Extract<SourceItemStatus, 'analyzed' | 'insufficient'>;
  /** 0 to 1; absent if hardly anything was said. */
  qualityScore?: number;
}

/** Below these, hardly anything was said. */
const FEWEST_WORDS = 10;
const FEWEST_WORDS_WITHOUT_QUOTE = 100;
/** Length and number of quotes of a complete interview. */
const FULL_WORDS = 1_200;
const FULL_QUOTES = 10;

/**
 * Rates the reliability of an interview: mostly by the substance of its quotes, then by its length and the
 * participant's share of it. A single good quote lifts a short interview above the quality bar
 * (docs/reference.md, Quality bar); an interview without one stays below it.
 */
export function interviewQuality({
  participantWords,
  interviewerWords,
  quotes,
}: InterviewSize): InterviewQuality {
  const fewest = quotes === 0 ? FEWEST_WORDS_WITHOUT_QUOTE : FEWEST_WORDS;
  if (participantWords < fewest) return { status: 'insufficient' };
  const substance = quotes === 0 ? 0 : 0.4 + (0.6 * Math.min(quotes, FULL_QUOTES)) / FULL_QUOTES;
  const length = Math.min(1, participantWords / FULL_WORDS);
  const share = Math.min(1, (2 * participantWords) / (participantWords + interviewerWords));
  const score = 0.6 * substance + 0.2 * length + 0.2 * share;
  return { status: 'analyzed', qualityScore: Math.round(score * 100) / 100 };
}

export interface SpokenWords {
  participantWords: number;
  interviewerWords: number;
}

/** Counts the words of each side of a talk. */
export function spokenWords(transcript: Transcript): SpokenWords {
  const count = { participantWords: 0, interviewerWords: 0 };
  for (const { speaker, text } of transcript.turns) {
    const spoken = words(text).length;
    if (isInterviewer(transcript, speaker)) count.interviewerWords += spoken;
    else count.participantWords += spoken;
  }
  return count;
}
