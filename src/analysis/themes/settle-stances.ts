import {
  polaritiesOfThemes,
  writeEvidenceOfQuotes,
  writeSentiments,
} from '../../../db/queries/analysis/themes.js';
import type { Context } from '../../context.js';
import { QUALITY_BAR } from '../../decisions.js';
import { sideOf, stanceOf } from './stance.js';

/**
 * Says of each theme how it is spoken of, makes its quotes evidence and says of each on which side it stands; gives
 * the interviews of what changed. Quotes that came with an import stay as they are.
 */
export async function settleStances(tx: Context, themeIds: readonly string[]): Promise<string[]> {
  const byTheme = new Map<string, { quoteId: string; polarity: number }[]>();
  for (const row of await tx.db.rows(polaritiesOfThemes, themeIds)) {
    byTheme.set(row.themeId, [...(byTheme.get(row.themeId) ?? []), row]);
  }
  const evidence: { quoteId: string; kind: string; note: string | null }[] = [];
  const sentiments: { themeId: string; sentiment: string }[] = [];
  for (const [themeId, quotes] of byTheme) {
    const stance = stanceOf(quotes.map(({ polarity }) => polarity));
    sentiments.push({ themeId, sentiment: stance.sentiment });
    for (const { quoteId, polarity } of quotes) {
      evidence.push({ quoteId, ...sideOf(polarity, stance, quotes.length) });
    }
  }
  const written = await tx.db.rows(writeEvidenceOfQuotes, JSON.stringify(evidence), QUALITY_BAR);
  await tx.db.rows(writeSentiments, JSON.stringify(sentiments));
  return [...new Set(written.map(({ sourceItemId }) => sourceItemId))];
}
