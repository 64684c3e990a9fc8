import { createHash } from 'node:crypto';
import type { StoredQuote } from '../../db/queries/analysis/quotes.js';
import type { Context } from '../context.js';
import { NO_TOKENS } from './analyst.js';
import { cuesOf } from './cues.js';
import { quoteId } from './ids.js';
import { polarityOf } from './polarity.js';
import { rateSentence } from './quotes/rate-sentence.js';
import { storeReading } from './store-reading.js';

/** A passage that a person marked as evidence. */
export interface MarkedPassage {
  /** Word for word; not empty. */
  quote: string;
  /** Hints for its theme: within a study, what has the same first tag has the same theme. */
  tags: readonly string[];
  atSecs?: number;
  /** It only agrees with a leading question. */
  prompted?: boolean;
}

/** Somebody thought each of them worth marking. */
const leastStrength = 0.5;

/**
 * Stores passages that people marked in an interview, in the caller's transaction; each becomes evidence with the
 * next `synthesize`. The interview counts as analysed. Without `keepOthers` what was marked before and is not
 * among them is taken back. Gives the ids of the quotes. Throws `not_found`.
 */
export async function addHighlights(
  tx: Context,
  sourceItemId: string,
  passages: readonly MarkedPassage[],
  { keepOthers = false }: { keepOthers?: boolean } = {},
): Promise<string[]> {
  const byId = new Map(
    passages.map((passage) => {
      const stored = toStore(sourceItemId, passage);
      return [stored.quoteId, stored];
    }),
  );
  const quotes = [...byId.values()];
  await storeReading(tx, {
    sourceItemId,
    quotes,
    keepOthers,
    status: 'analyzed',
    qualityScore: null,
    how: {
      analyst: 'person',
      digest: createHash('sha256')
        .update([...byId.keys()].join())
        .digest('hex'),
      rejected: 0,
      usage: NO_TOKENS,
    },
  });
  return quotes.map((stored) => stored.quoteId);
}

function toStore(
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
    cues: cuesOf(quote),
    polarity: Math.round(1_000 * polarityOf(quote)) / 1_000,
    tags: [...tags],
  };
}
