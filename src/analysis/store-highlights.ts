import { createHash } from 'node:crypto';
import type { Context } from '../core/context.js';
import { NO_TOKENS } from './analyst.js';
import type { RatedHighlights } from './rate-highlights.js';
import { storeReading } from './store-reading.js';

/**
 * Stores passages that people marked in an interview, in the caller's transaction; the next `synthesize` turns
 * them into evidence. The interview counts as analysed. Without `keepOthers`, previously marked passages that
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
