import { ActionCard } from '../../../db/entities/action-card.js';
import { HistoryEntry } from '../../../db/entities/history-entry.js';
import { Recommendation, RecommendationSignal } from '../../../db/entities/recommendation.js';
import { ResearchGap } from '../../../db/entities/research-gap.js';
import { Signal } from '../../../db/entities/signal.js';
import { decide, recordOutcome, reopen } from '../../../src/beliefs/recommendations/decide.js';
import type { Trigger } from '../../../src/beliefs/recommendations/lifecycle.js';
import type { Context } from '../../../src/core/context.js';
import { daysAgo, signal } from './corpus.js';

export async function addSignals(ctx: Context, ...signalIds: string[]): Promise<void> {
  const known = (await ctx.db.find(Signal)).length;
  for (const [index, signalId] of signalIds.entries()) {
    await ctx.db.insert(Signal, signal(signalId, known + index + 1));
  }
}

/** A published, open recommendation on these signals. */
export async function addRecommendation(
  ctx: Context,
  recommendationId: string,
  signalIds: string[] = [],
  more: Partial<Recommendation> = {},
): Promise<void> {
  await ctx.db.insert(Recommendation, {
    recommendationId,
    title: `Do ${recommendationId}`,
    body: 'Because people said so.',
    confidence: 'moderate',
    generatedAt: daysAgo(50),
    updatedAt: daysAgo(50),
    ...more,
  });
  for (const [position, signalId] of signalIds.entries()) {
    await ctx.db.insert(RecommendationSignal, { recommendationId, signalId, position });
  }
}

export async function addCard(
  ctx: Context,
  actionCardId: string,
  more: Partial<ActionCard> = {},
): Promise<void> {
  await ctx.db.insert(ActionCard, {
    actionCardId,
    type: 'research_gap',
    summary: 'Look at this',
    priority: 6,
    createdAt: daysAgo(1),
    ...more,
  });
}

export async function addGap(
  ctx: Context,
  researchGapId: string,
  signalId: string,
  more: Partial<ResearchGap> = {},
): Promise<void> {
  await ctx.db.insert(ResearchGap, {
    researchGapId,
    signalId,
    type: 'missing_breadth',
    description: 'All of it comes from one study.',
    suggestedAction: 'Speak with people in other roles.',
    createdAt: daysAgo(3),
    ...more,
  });
}

/** The call that a surface makes for each trigger. */
export const pull: Record<Trigger, (ctx: Context, id: string) => Promise<void>> = {
  accept: (ctx, id) => decide(ctx, id, { decision: 'accepted', note: 'yes' }),
  dismiss: (ctx, id) => decide(ctx, id, { decision: 'dismissed' }),
  ship: (ctx, id) => recordOutcome(ctx, id, { outcome: 'shipped' }),
  goStale: (ctx, id) => recordOutcome(ctx, id, { outcome: 'stale' }),
  validate: (ctx, id) => recordOutcome(ctx, id, { outcome: 'validated', note: 'it held' }),
  reopen: (ctx, id) => reopen(ctx, id, {}),
};

export const historyOf = async (ctx: Context, subjectId: string): Promise<HistoryEntry[]> =>
  ctx.db.find(HistoryEntry, { subjectId }, { order: { entryId: 'ASC' } });
