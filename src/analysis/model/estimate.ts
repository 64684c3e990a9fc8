import { words } from '../../language/tokens.js';
import type { Transcript } from '../analyst.js';
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

/** Measured on recorded runs of English interviews; the shares of a claim's way from reading to a checked belief. */
const wordsPerClaim = 100;
const tokensPerClaim = { read: 85, laterIn: 960, laterOut: 115 };
const claimsPerLaterCall = 3;

/** Estimates the tokens and calls for interviews of these transcripts; nothing is asked. */
export function estimateReading(
  transcripts: readonly Transcript[],
  contextTokens: number,
): Estimate {
  const total = {
    interviews: transcripts.length,
    words: 0,
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
  };
  for (const transcript of transcripts) {
    const said = transcript.turns.reduce((sum, { text }) => sum + words(text).length, 0);
    const claims = Math.ceil(said / wordsPerClaim);
    const read = callsToRead(transcript, contextTokens);
    const search = callsToSearch(transcript, contextTokens);
    total.words += said;
    total.calls += read.calls + search.calls + Math.ceil(claims / claimsPerLaterCall);
    total.inputTokens += read.inputTokens + search.inputTokens + claims * tokensPerClaim.laterIn;
    total.outputTokens += claims * (tokensPerClaim.read + tokensPerClaim.laterOut);
  }
  return total;
}
