import type { SignalArchiveReason } from '../../../db/entities/signal.js';
import type { FittingGap } from '../../../db/queries/ask-material.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import type { ConfidenceBand } from '../../beliefs/signals/confidence.js';

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

/** A verbatim quote and the belief that it supports or contradicts. */
export interface AnswerQuote {
  item: EvidenceRow;
  signalId: string;
}

/** An answer in parts, so that each surface can format quotes as quotes. */
export interface AnswerParts {
  covered: boolean;
  /** The belief and how sure we are of it, or a statement that nothing covers the question. */
  lead: string;
  /** Strongest first; empty when nothing covers the question. */
  beliefs: readonly AnswerBelief[];
  quotes: readonly AnswerQuote[];
  counterQuotes: readonly AnswerQuote[];
  /** Sentences on thin, old or closed material. */
  caveats: readonly string[];
  /** The nearest belief and its open gap, if nothing covers the question. */
  nearest: { belief: AnswerBelief; gap: FittingGap | null } | null;
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
