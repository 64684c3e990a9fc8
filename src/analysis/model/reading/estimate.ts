import { words } from '../../../language/tokens.js';
import type { Transcript } from '../../analyst.js';
import { callsToRead } from './read-with-model.js';
import { callsToSearch } from './search-talks.js';

/** The cost of reading with the model. */
export interface Estimate {
  interviews: number;
  words: number;
  calls: number;
  inputTokens: number;
  outputTokens: number;
}

/**
 * Measured on recorded runs of English interviews, four of an hour in all and one of six hours. The cost after
 * reading grows with the claims of a short study, but hardly with those of a long one, whose list of beliefs is not
 * longer.
 */
const wordsPerClaim = 110;
const readOut = 85;
const shortStudy = { claims: 110, calls: 0.33, inputTokens: 1_300, outputTokens: 160 };
const furtherClaim = { calls: 0.02, inputTokens: 200, outputTokens: 10 };

/** Estimates the tokens and calls for reading interviews twice; no model is called. */
export function estimateReading(
  transcripts: readonly Transcript[],
  contextTokens: number,
): Estimate {
  const total = { interviews: transcripts.length, words: 0 };
  const cost = { calls: 0, inputTokens: 0, outputTokens: 0 };
  for (const transcript of transcripts) {
    const said = transcript.turns.reduce((sum, { text }) => sum + words(text).length, 0);
    const read = callsToRead(transcript, contextTokens);
    const search = callsToSearch(transcript, contextTokens);
    total.words += said;
    cost.calls += read.calls + search.calls;
    cost.inputTokens += read.inputTokens + search.inputTokens;
    cost.outputTokens += claimsIn(said) * readOut;
  }
  return { ...total, ...cost };
}

/** Adds the cost of what follows reading: finding, checking and judging beliefs. */
export function withInterpreting(estimate: Estimate): Estimate {
  const claims = claimsIn(estimate.words);
  const first = Math.min(claims, shortStudy.claims);
  const later = (what: keyof typeof furtherClaim): number =>
    estimate[what] + Math.ceil(first * shortStudy[what] + (claims - first) * furtherClaim[what]);
  return {
    ...estimate,
    ...{ calls: later('calls'), inputTokens: later('inputTokens') },
    outputTokens: later('outputTokens'),
  };
}

const claimsIn = (wordsSaid: number): number => Math.ceil(wordsSaid / wordsPerClaim);
