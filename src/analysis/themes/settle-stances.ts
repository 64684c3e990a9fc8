import type { Sentiment } from '../../../db/entities/evidence.js';
import type { Context } from '../../core/context.js';
import { QUALITY_BAR } from '../../core/numbers.js';
import { polaritiesOfThemes, writeEvidenceOfQuotes, writeSentiments } from '../queries/themes.js';

const leaningFrom = 0.15;
const plainFrom = 0.33;
const mixedShare = 0.25;

/** The sentiment of a theme, from the polarities of its quotes. */
function sentimentOf(polarities: readonly number[]): Sentiment {
  const count = Math.max(1, polarities.length);
  const mean = polarities.reduce((sum, value) => sum + value, 0) / count;
  const praise = polarities.filter((value) => value >= plainFrom).length / count;
  const complaint = polarities.filter((value) => value <= -plainFrom).length / count;
  if (praise >= mixedShare && complaint >= mixedShare) return 'mixed';
  if (Math.abs(mean) < leaningFrom) return 'neutral';
  return mean > 0 ? 'positive' : 'negative';
}

/**
 * Stores the sentiment of each theme and turns its quotes into evidence; returns the changed interviews. Under a
 * belief, a quote supports or contradicts it as coded; topics have no sides. Imported quotes stay as they are.
 */
export async function settleStances(tx: Context, themeIds: readonly string[]): Promise<string[]> {
  const rows = await tx.db.rows(polaritiesOfThemes, themeIds);
  const byTheme = new Map<string, number[]>();
  for (const { themeId, polarity } of rows) {
    const polarities = byTheme.get(themeId) ?? [];
    polarities.push(polarity);
    byTheme.set(themeId, polarities);
  }
  const evidence = rows.map(({ quoteId, stance }) => ({
    quoteId,
    kind: stance === 'contradicts' ? 'counterEvidence' : 'evidence',
    note: null,
  }));
  const sentiments = [...byTheme].map(([themeId, polarities]) => ({
    themeId,
    sentiment: sentimentOf(polarities),
  }));
  const written = await tx.db.rows(writeEvidenceOfQuotes, JSON.stringify(evidence), QUALITY_BAR);
  await tx.db.rows(writeSentiments, JSON.stringify(sentiments));
  return [...new Set(written.map(({ sourceItemId }) => sourceItemId))];
}
