import type { SignalArchiveReason } from '../../../db/entities/signal.js';
import type { FittingGap } from '../../../db/queries/ask-material.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import type { ConfidenceBand } from '../../beliefs/signals/confidence.js';

/**
 * `answered`: the beliefs and quotes answer it. `near`: nothing answers it; the closest belief is
 * shown, and the answer says so first. `not covered`: nothing is near. `no question`: there is
 * nothing to answer, or something to do that is done elsewhere.
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

/** Words of a participant, verbatim. */
export interface Said
  extends Pick<
    EvidenceRow,
    | 'quote'
    | 'sourceItemId'
    | 'studyId'
    | 'studyName'
    | 'participantId'
    | 'participantName'
    | 'capturedAt'
  > {
  /** Null if no quote was kept of it: the words stand in the transcript alone, and cannot be cited. */
  evidenceId: string | null;
  /** The end of what the interviewer asked before it, if it comes from a transcript. */
  asked?: string;
}

/** A verbatim quote and the belief that it supports or contradicts; null if no belief is made of it. */
export interface AnswerQuote {
  item: Said;
  signalId: string | null;
}

/** An answer in parts, so that each surface can format quotes as quotes. */
export interface AnswerParts {
  kind: AnswerKind;
  /** The answer in one or two sentences, or that there is none. */
  lead: string;
  /** The beliefs as a list, if the question asks for several; else empty. */
  list: readonly string[];
  /**
   * The beliefs that it rests on, best first; empty unless it is answered or near, and if what is
   * near are quotes that no belief is made of.
   */
  beliefs: readonly AnswerBelief[];
  quotes: readonly AnswerQuote[];
  /** Quotes that speak against the lead. */
  counterQuotes: readonly AnswerQuote[];
  /** One line on who said so, how many and how old it is; may be empty. */
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
