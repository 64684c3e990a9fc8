import type { SourceItemStatus } from '../../../db/entities/source-item.js';

/** What was said in an interview, in numbers. */
export interface Said {
  participantWords: number;
  interviewerWords: number;
  /** Quotes worth keeping. */
  quotes: number;
}

export interface InterviewQuality {
  status: Extract<SourceItemStatus, 'analyzed' | 'insufficient'>;
  /** 0 to 1; absent where nearly nothing was said. */
  qualityScore?: number;
}

/** Below, nearly nothing was said. */
const FEWEST_WORDS = 10;
const FEWEST_WORDS_WITHOUT_QUOTE = 100;
/** A talk of this length, and with this many quotes, lacks nothing. */
const FULL_WORDS = 1_200;
const FULL_QUOTES = 10;

/**
 * How far an interview can be relied on: by its substance most, then by its length and by how much of it the
 * participant spoke. A single quote worth keeping lifts a short interview over the quality bar of decisions.md;
 * a talk without one stays below it.
 */
export function interviewQuality({
  participantWords,
  interviewerWords,
  quotes,
}: Said): InterviewQuality {
  const fewest = quotes === 0 ? FEWEST_WORDS_WITHOUT_QUOTE : FEWEST_WORDS;
  if (participantWords < fewest) return { status: 'insufficient' };
  const substance = quotes === 0 ? 0 : 0.4 + (0.6 * Math.min(quotes, FULL_QUOTES)) / FULL_QUOTES;
  const length = Math.min(1, participantWords / FULL_WORDS);
  const share = Math.min(1, (2 * participantWords) / (participantWords + interviewerWords));
  const score = 0.6 * substance + 0.2 * length + 0.2 * share;
  return { status: 'analyzed', qualityScore: Math.round(score * 100) / 100 };
}
