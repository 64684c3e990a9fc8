import type { SignalRow } from '../../../db/queries/signals.js';
import {
  BROAD_PARTICIPANTS,
  CONFIDENCE_BANDS,
  CORROBORATED_PARTICIPANTS,
  days,
  STALE_DAYS,
} from '../../core/numbers.js';

export type ConfidenceBand = 'low' | 'moderate' | 'high';

export interface ConfidenceFacts {
  /** Distinct people who support the signal, and the studies they took part in. */
  participants: number;
  studies: number;
  /** Distinct people who contradict it. */
  counterParticipants: number;
  /** The newest supporting capture; null when none has a date. */
  latestCapturedAt: Date | null;
  now: Date;
}

/** Every three further people halve the remaining uncertainty. */
const HALVING_PARTICIPANTS = 3;
/** Deduction for evidence from one study, two studies, and so on: 0.3, 0.2, 0.15… */
const SAME_STUDY_LOSS = 0.6;
/** The share that old evidence always keeps; the rest halves every year. */
const OLD_SHARE = 0.5;
const HALF_LIFE_DAYS = 365;

const breadth = (participants: number): number => 1 - 0.5 ** (participants / HALVING_PARTICIPANTS);

const diversity = (studies: number): number => 1 - SAME_STUDY_LOSS / (studies + 1);

const agreement = (supporting: number, against: number): number =>
  supporting === 0 ? 0 : supporting / (supporting + against);

function freshness(latestCapturedAt: Date | null, now: Date): number {
  if (latestCapturedAt === null) return OLD_SHARE;
  // Whole days, so that a belief does not look different every time it is read, and responses can be cached.
  const ageDays = Math.floor((now.getTime() - latestCapturedAt.getTime()) / days(1));
  return OLD_SHARE + (1 - OLD_SHARE) * 0.5 ** (Math.max(0, ageDays - STALE_DAYS) / HALF_LIFE_DAYS);
}

/** The four shares of a confidence, each 0 to 1. */
interface ConfidenceShares {
  /** Grows with the people who support it. */
  breadth: number;
  /** Grows with their studies. */
  diversity: number;
  /** Falls with the people who contradict it. */
  agreement: number;
  /** Falls with the age of the newest quote. */
  freshness: number;
}

export const confidenceShares = (facts: ConfidenceFacts): ConfidenceShares => ({
  breadth: breadth(facts.participants),
  diversity: diversity(facts.studies),
  agreement: agreement(facts.participants, facts.counterParticipants),
  freshness: freshness(facts.latestCapturedAt, facts.now),
});

/**
 * Confidence in a signal, 0 to 1. A product of four shares, each of which moves only in the
 * direction that docs/reference.md, Signals allows: more people or studies never lower it,
 * counter-evidence and age never raise it.
 */
export function confidence(facts: ConfidenceFacts): number {
  const shares = confidenceShares(facts);
  return shares.breadth * shares.diversity * shares.agreement * shares.freshness;
}

/** The band of a confidence of 0 to 1. */
export function confidenceBand(value: number): ConfidenceBand {
  if (value < CONFIDENCE_BANDS.moderate) return 'low';
  return value < CONFIDENCE_BANDS.high ? 'moderate' : 'high';
}

type StoredFacts = Pick<
  SignalRow,
  'participantCount' | 'studyCount' | 'counterParticipantCount' | 'latestCapturedAt'
>;

/** The facts that the confidence of a signal depends on. */
export const confidenceFacts = (signal: StoredFacts, now: Date): ConfidenceFacts => ({
  participants: signal.participantCount,
  studies: signal.studyCount,
  counterParticipants: signal.counterParticipantCount,
  latestCapturedAt: signal.latestCapturedAt,
  now,
});

/** Confidence of a signal from its stored facts, 0 to 1. */
export const signalConfidence = (signal: StoredFacts, now: Date): number =>
  confidence(confidenceFacts(signal, now));

type ThemeStrength = 'thin' | 'corroborated' | 'broad';

/**
 * A word for the number of distinct participants who support a theme (docs/reference.md, Signals).
 */
export function themeStrength(participants: number): ThemeStrength {
  if (participants < CORROBORATED_PARTICIPANTS) return 'thin';
  return participants < BROAD_PARTICIPANTS ? 'corroborated' : 'broad';
}
