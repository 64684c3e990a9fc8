import type { SignalArchiveReason } from '../../../db/entities/signal.js';
import type { FittingGap } from '../../../db/queries/ask-material.js';
import type { ConfidenceBand } from '../../beliefs/signals/confidence.js';
import type { AttributedWords } from '../queries/ask-facts.js';

/**
 * `answered`: beliefs and quotes answer the question. `near`: nothing answers it, but the closest belief is shown and
 * the answer says so first. `not covered`: nothing is near. `no question`: there is nothing to answer, or an action
 * is requested that is taken elsewhere.
 */
export type AnswerKind = 'answered' | 'near' | 'not covered' | 'no question';

/** A belief as an answer presents it; counts are of qualifying evidence. */
export interface AnswerBelief {
  signalId: string;
  ref: string;
  label: string;
  participants: number;
  studies: number;
  quotes: number;
  counterParticipants: number;
  counterQuotes: number;
  confidence: ConfidenceBand;
  latestCapturedAt: Date | null;
  stale: boolean;
  /** Set on a closed, preserved belief. */
  archiveReason: SignalArchiveReason | null;
}

/** A participant's words, verbatim. */
export interface Said extends AttributedWords {
  /** Null if the words are only in the transcript and not a stored quote; they cannot be cited. */
  evidenceId: string | null;
  /** End of the interviewer's question before the quote, if it comes from a transcript. */
  asked?: string;
}

/** A verbatim quote and the belief that it supports or contradicts; null if it belongs to no belief. */
export interface AnswerQuote {
  item: Said;
  signalId: string | null;
}

/** An answer in parts, so that each surface can format quotes as quotes. */
export interface AnswerParts {
  kind: AnswerKind;
  /** The answer in one or two sentences, or a sentence saying that there is none. */
  lead: string;
  /** The beliefs as a list, if the question asks for several; else empty. */
  list: readonly string[];
  /**
   * The beliefs behind the answer, best first. Empty if the kind is neither `answered` nor `near`, or if the near
   * quotes belong to no belief.
   */
  beliefs: readonly AnswerBelief[];
  quotes: readonly AnswerQuote[];
  /** Quotes that contradict the lead. */
  counterQuotes: readonly AnswerQuote[];
  /** One line on how many people said so and how old it is; may be empty. */
  closing: string;
  /** An open research gap near the question, if nothing answers it. */
  gap: FittingGap | null;
}

export interface Citation {
  ref: string;
  signalId: string;
  evidenceIds: readonly string[];
}

export interface Answer {
  /** The parts as plain text. */
  answer: string;
  citations: readonly Citation[];
  searchedAt: Date;
  parts: AnswerParts;
}
