import type { Cue } from '../../db/entities/analysis.js';
import type { Turn } from '../../db/entities/source-item.js';
import type { Logger } from '../core/log.js';
import type { TokenUsage } from '../core/models/language-model.js';

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
  cues: Cue[];
  /** From -1 (all complaint) to 1 (all praise). */
  polarity: number;
}

export interface Extraction {
  /** 'built-in', or the name of the model that read the interview. */
  by: string;
  quotes: FoundQuote[];
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
  /** Another group of the same call that has the same topic. */
  sameAs?: number;
}

export interface Naming {
  /** One per group, in order. */
  wordings: Wording[];
  usage: TokenUsage;
}

export const NO_TOKENS: TokenUsage = { inputTokens: 0, outputTokens: 0 };

export const addTokens = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
});

/** A way of reading interviews, built-in or with a model. */
export interface Analyst {
  /** The value of `Extraction.by` on success; an interview with this value is not read by this analyst again. */
  readonly name: string;
  /** Returns the quotes of participants that are evidence, in spoken order; no two overlap. */
  extractQuotes(transcript: Transcript, log: Logger): Promise<Extraction>;
  /** Returns a label and a description for each group. */
  nameGroups(groups: readonly UnnamedGroup[], log: Logger): Promise<Naming>;
}

/** True if the speaker is an interviewer; names are compared without case. */
export function isInterviewer(transcript: Transcript, speaker: string): boolean {
  const name = plain(speaker);
  return transcript.interviewers.some((one) => plain(one) === name);
}

const plain = (name: string): string => name.trim().toLowerCase();
