import type { KnownBlock } from '@slack/types';
import type { CardMaterial } from '../../card-material.js';
import { beliefBlocks } from '../belief.js';
import { type Audience, noQuotesHere, quoteBlocks } from '../quotes.js';

/** Why now: the belief behind the card with its standing, and the quotes that matter. */
export function evidenceOf(
  { beliefs, quotes }: CardMaterial,
  options: Audience,
  counterTitle?: string,
): KnownBlock[] {
  const shown = quoteBlocks(quotes, {
    now: options.now,
    names: options.names,
    ...(counterTitle ? { counterTitle } : {}),
  });
  return [
    ...beliefBlocks(beliefs, options.now),
    ...(options.showQuotes || shown.length === 0 ? shown : [noQuotesHere()]),
  ];
}
