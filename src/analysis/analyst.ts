import type { Cue } from '../../db/entities/analysis.js';
import type { Turn } from '../../db/entities/source-item.js';
import type { Logger } from '../log.js';
import type { TokenUsage } from '../models/language-model.js';
import type { Claim } from './claims/claim-of.js';

export interface Transcript {
  turns: readonly Turn[];
  /** Speakers who are not the participant; every other one is. */
  interviewers: readonly string[];
}

/** A passage of a participant's turn: `turns[turn].text` from `start` up to but without `end`, in UTF-16 units. */
export interface FoundQuote {
  turn: number;
  start: number;
  end: number;
  /** 0 to 1: how specific and direct it is. */
  strength: number;
  /** It only agrees with a leading question. */
  prompted: boolean;
  cues: Cue[];
  /** -1, all complaint, to 1, all praise. */
  polarity: number;
}

export interface Extraction {
  /** 'built-in', or the name of the model that read it. */
  by: string;
  quotes: FoundQuote[];
  /** What was offered as a quote but does not stand in the transcript, and so was dropped. */
  rejected: number;
  usage: TokenUsage;
}

/** A group of quotes that speak of one thing, to be named. */
export interface UnnamedGroup {
  /** Most typical first, at most a dozen. */
  quotes: readonly string[];
  /** Who said each; without it, everybody another. */
  speakers?: readonly string[];
  /** What they say together, where that is known already. */
  claim?: Claim;
  /** Of a signal a name says so where people are of no one mind. */
  isSignal?: boolean;
}

export interface Wording {
  label: string;
  description: string;
  /** Another group of the same call that speaks of the same. */
  sameAs?: number;
}

export interface Naming {
  /** One a group, in order. */
  wordings: Wording[];
  usage: TokenUsage;
}

export const NO_TOKENS: TokenUsage = { inputTokens: 0, outputTokens: 0 };

export const addTokens = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
});

/** One way of reading interviews. */
export interface Analyst {
  /** What `Extraction.by` is where all goes well: an interview that it read is not read by it again. */
  readonly name: string;
  /** What participants said that is evidence, in the order in which it was said; no two quotes overlap. */
  extractQuotes(transcript: Transcript, log: Logger): Promise<Extraction>;
  /** A label and a description in plain words for each group. */
  nameGroups(groups: readonly UnnamedGroup[], log: Logger): Promise<Naming>;
}

/** A speaker is an interviewer however the transcript spells the name's case. */
export function isInterviewer(transcript: Transcript, speaker: string): boolean {
  const name = plain(speaker);
  return transcript.interviewers.some((one) => plain(one) === name);
}

const plain = (name: string): string => name.trim().toLowerCase();
