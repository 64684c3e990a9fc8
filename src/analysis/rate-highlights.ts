import { createHash } from 'node:crypto';
import type { Context } from '../core/context.js';
import { NO_TOKENS } from './analyst.js';
import type { Claim } from './claims/claim.js';
import { NO_CODING } from './claims/code-quotes.js';
import { readClaims } from './claims/read-claims.js';
import type { CodebookChange } from './codebook/team-codebook.js';
import { compiledCodebook } from './codebook/team-codebook.js';
import { quoteId } from './ids.js';
import { polarityOf } from './polarity.js';
import type { StoredQuote } from './queries/quotes.js';
import { rateSentence } from './quotes/rate-sentence.js';
import { storeReading } from './store-reading.js';

/** A passage that a person marked as evidence. */
interface MarkedPassage {
  /** Verbatim; not empty. */
  quote: string;
  /** Hints for its theme: quotes of a study with the same first tag share a theme. */
  tags: readonly string[];
  atSecs?: number;
  /** True if it only agrees with a leading question. */
  prompted?: boolean;
}

/** Minimum strength: a person found each passage worth marking. */
const leastStrength = 0.5;

/** The quotes for marked passages. */
export interface RatedHighlights {
  quotes: StoredQuote[];
  /** True if the participant says that they use AI. */
  usesAi: boolean;
}

/** Rates passages and codes them with a team's codebook; duplicates become one quote. Pure. */
export function rateHighlights(
  sourceItemId: string,
  passages: readonly MarkedPassage[],
  changes: readonly CodebookChange[],
): RatedHighlights {
  const turns = passages.map(({ quote }, turn) => ({ turn, text: quote }));
  const { claims, usesAi } = readClaims(turns, compiledCodebook(changes));
  const byPassage = new Map<number, Claim[]>();
  for (const claim of claims) {
    byPassage.set(claim.turn, [...(byPassage.get(claim.turn) ?? []), claim]);
  }
  const stored = passages.flatMap((passage, at) => {
    const marked = toStoredQuote(sourceItemId, passage);
    return [
      marked,
      ...(byPassage.get(at) ?? []).map((claim) => coded(sourceItemId, marked, claim)),
    ];
  });
  const quotes = [...new Map(stored.map((quote) => [quote.quoteId, quote])).values()];
  return { quotes, usesAi };
}

/** Repeats the passage as a quote for each of its claims. */
const coded = (
  sourceItemId: string,
  marked: StoredQuote,
  { entryId, stance, certainty, namesAi, things }: Claim,
): StoredQuote => ({
  ...marked,
  quoteId: quoteId(sourceItemId, null, null, marked.quote, entryId),
  tags: [],
  ...{ entryId, stance, certainty, namesAi, things },
});

function toStoredQuote(
  sourceItemId: string,
  { quote, tags, atSecs, prompted = false }: MarkedPassage,
): StoredQuote {
  const { specificity, directness } = rateSentence(quote);
  return {
    quoteId: quoteId(sourceItemId, null, null, quote),
    turn: null,
    startChar: null,
    endChar: null,
    quote,
    atSecs: atSecs ?? null,
    strength: Math.round(1_000 * (leastStrength + 0.3 * specificity + 0.2 * directness)) / 1_000,
    prompted,
    polarity: Math.round(1_000 * polarityOf(quote)) / 1_000,
    tags: [...tags],
    ...NO_CODING,
  };
}

/**
 * Stores passages that people marked in an interview, in the caller's transaction; the next `synthesize` turns
 * them into evidence. The interview counts as analyzed. Without `keepOthers`, previously marked passages that
 * are not among these are withdrawn. Throws `not_found`.
 */
export async function storeHighlights(
  tx: Context,
  sourceItemId: string,
  { quotes, usesAi }: RatedHighlights,
  { keepOthers = false }: { keepOthers?: boolean } = {},
): Promise<void> {
  const ids = quotes.map(({ quoteId }) => quoteId);
  await storeReading(tx, {
    sourceItemId,
    quotes,
    keepOthers,
    status: 'analyzed',
    qualityScore: null,
    how: {
      analyst: 'person',
      digest: createHash('sha256').update(ids.join()).digest('hex'),
      rejected: 0,
      usesAi,
      usage: NO_TOKENS,
    },
  });
}
