import type { Sentiment } from '../../../db/entities/evidence.js';
import type { Context } from '../../core/context.js';
import { groupBy } from '../../core/group-by.js';
import { QUALITY_BAR } from '../../core/numbers.js';
import type { ClaimKind } from '../codebook/entry.js';
import { codebookWith, teamChanges } from '../codebook/team-codebook.js';
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

/** Kinds of beliefs that are good or bad news, however it is put: "They come on Tuesdays" has no word of complaint. */
const sentimentOfKind: Partial<Record<ClaimKind, Sentiment>> = {
  pain: 'negative',
  worry: 'negative',
  praise: 'positive',
};

/**
 * Stores the sentiment of each theme and turns its quotes into evidence; returns the changed interviews. Under a
 * belief, a quote supports or contradicts it as coded; topics have no sides. Imported quotes stay as they are.
 */
export async function settleStances(tx: Context, themeIds: readonly string[]): Promise<string[]> {
  const rows = await tx.db.rows(polaritiesOfThemes, themeIds);
  const { entries } = codebookWith(await teamChanges(tx));
  const kinds = new Map(entries.map(({ id, kind }) => [id, kind]));
  const evidence = rows.map(({ quoteId, stance }) => ({
    quoteId,
    kind: stance === 'contradicts' ? 'counterEvidence' : 'evidence',
    note: null,
  }));
  const sentiments = [...groupBy(rows, ({ themeId }) => themeId)].map(([themeId, quotes]) => {
    const kind = kinds.get(quotes[0]?.entryId ?? '');
    const known = kind && sentimentOfKind[kind];
    return { themeId, sentiment: known ?? sentimentOf(quotes.map(({ polarity }) => polarity)) };
  });
  const written = await tx.db.rows(writeEvidenceOfQuotes, JSON.stringify(evidence), QUALITY_BAR);
  await tx.db.rows(writeSentiments, JSON.stringify(sentiments));
  return [...new Set(written.map(({ sourceItemId }) => sourceItemId))];
}
