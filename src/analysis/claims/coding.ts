import type { FoundQuote } from '../analyst.js';
import type { Claim } from './read-claims.js';

/** The codebook entry of a quote and how the quote relates to it. */
export type Coding = Pick<Claim, 'entryId' | 'stance' | 'certainty' | 'namesAi' | 'things'>;

/** A quote with its claim; a passage with several claims becomes several quotes of the same words. */
export type CodedQuote = FoundQuote & { coding?: Coding };

/** The coding of a quote without a claim in the codebook. */
export const NO_CODING = {
  entryId: null,
  stance: null,
  certainty: null,
  namesAi: false,
  things: [],
};
