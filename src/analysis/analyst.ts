import type { Urgency } from '../../db/entities/analysis.js';
import type { Turn } from '../../db/entities/source-item.js';
import type { Context } from '../core/context.js';
import type { TokenUsage } from '../core/models/language-model.js';
import type { Coding } from './claims/claim.js';
import type { TeamCodebook } from './codebook/team-codebook.js';

export interface Transcript {
  turns: readonly Turn[];
  /** Speakers who are interviewers; every other speaker is the participant. */
  interviewers: readonly string[];
}

/** A passage of a participant's turn: `turns[turn].text` from `start` to `end` (exclusive), in UTF-16 units. */
export interface FoundQuote {
  turn: number;
  start: number;
  end: number;
  /** 0 to 1: how specific and direct the quote is. */
  strength: number;
  /** True if it only agrees with a leading question. */
  prompted: boolean;
  /** From -1 (all complaint) to 1 (all praise). */
  polarity: number;
  /** The claim in one sentence, written by a model. */
  claim?: string;
  /** The reason for a live call that a model found; absent if no model was asked. */
  urgency?: Urgency;
  /** The codebook entry of its claim. A model codes claims later, all claims of a team together. */
  coding?: Coding;
}

export interface Extraction {
  /** 'built-in', or the name of the model that read the interview. */
  by: string;
  quotes: FoundQuote[];
  /** True if the participant says that they use AI; only the built-in analyst checks this. */
  usesAi: boolean;
  /** Number of offered quotes that are not in the transcript and were dropped. */
  rejected: number;
  usage: TokenUsage;
}

/** A group of quotes on one topic, to be named. */
export interface UnnamedGroup {
  /** Most typical first, at most a dozen. */
  quotes: readonly string[];
  /** The speaker of each quote; if absent, each quote has a different speaker. */
  speakers?: readonly string[];
}

export interface Wording {
  label: string;
  description: string;
}

export const NO_TOKENS: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** A way of reading interviews, built-in or with a model. */
export interface Analyst {
  /** The value of `Extraction.by` on success; an interview with this value is not read by this analyst again. */
  readonly name: string;
  /** The version of everything that a reading depends on except the transcript; if it differs, an interview is read again. */
  basis(codebook: TeamCodebook): string;
  /**
   * Returns the claims of participants as quotes, in spoken order; several for a passage with several claims. Throws
   * ModelFailure `spent` if the team's tokens of the day are used up.
   */
  read(
    ctx: Context,
    sourceItemId: string,
    transcript: Transcript,
    codebook: TeamCodebook,
  ): Promise<Extraction>;
  /**
   * Codes the team's claims with the codebook and checks them, before beliefs are placed. Returns false if that has
   * to wait for the next day.
   */
  interpret(ctx: Context): Promise<boolean>;
  /** Writes how placed beliefs show in their studies; a narrative that it cannot write stays as it is. */
  tell(ctx: Context): Promise<void>;
}

/** True if the speaker is an interviewer; names are compared without case. */
export function isInterviewer(transcript: Transcript, speaker: string): boolean {
  const name = plain(speaker);
  return transcript.interviewers.some((one) => plain(one) === name);
}

const plain = (name: string): string => name.trim().toLowerCase();
