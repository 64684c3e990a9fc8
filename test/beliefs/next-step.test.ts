import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type GapFacts,
  nextStep,
  pointedTo,
  type RecommendationFacts,
  topAction,
} from '../../src/beliefs/signals/next-step.js';
import { daysAgo } from './support/corpus.js';

const recommendation = (
  recommendationId: string,
  more: Partial<RecommendationFacts> = {},
): RecommendationFacts => ({
  recommendationId,
  title: recommendationId,
  state: 'open',
  confidence: 'moderate',
  updatedAt: daysAgo(5),
  actionItems: [],
  ...more,
});
const gap = (researchGapId: string, more: Partial<GapFacts> = {}): GapFacts => ({
  researchGapId,
  type: 'stale_evidence',
  status: 'open',
  suggestedAction: 'Ask again.',
  draftedStudyId: null,
  createdAt: daysAgo(5),
  ...more,
});
const live = { archived: false, stage: 'established' as const };

describe('the next step of a signal', () => {
  it('is to preserve once archived, whatever else there is', () => {
    const facts = { recommendations: [recommendation('r1')], gaps: [gap('g1')] };
    expect(nextStep({ archived: true, stage: 'emerging', ...facts })).toEqual({ type: 'preserve' });
  });

  it('is to act on the open or accepted recommendation of the best confidence, then the newest', () => {
    const recommendations = [
      recommendation('old', { confidence: 'high', updatedAt: daysAgo(9) }),
      recommendation('new', { confidence: 'high', state: 'accepted', updatedAt: daysAgo(2) }),
      recommendation('newest', { confidence: 'low', updatedAt: daysAgo(1) }),
      recommendation('done', { confidence: 'high', state: 'shipped', updatedAt: daysAgo(0) }),
    ];
    expect(nextStep({ ...live, recommendations, gaps: [gap('g1')] })).toMatchObject({
      type: 'act',
      recommendation: { recommendationId: 'new' },
    });
  });

  it('is to learn from the newest open or accepted gap where there is nothing to act on', () => {
    const gaps = [
      gap('dismissed', { status: 'dismissed', createdAt: daysAgo(1) }),
      gap('applied', { status: 'applied', createdAt: daysAgo(2) }),
      gap('accepted', { status: 'accepted', createdAt: daysAgo(3) }),
      gap('open', { createdAt: daysAgo(4) }),
    ];
    const recommendations = [recommendation('r1', { state: 'dismissed' })];
    expect(nextStep({ ...live, recommendations, gaps })).toMatchObject({
      type: 'learn',
      gap: { researchGapId: 'accepted' },
    });
  });

  it('names, of gaps as old and of recommendations as good and as old, the first by id, as lists do', () => {
    const gaps = [gap('g2'), gap('g1'), gap('g3')];
    expect(nextStep({ ...live, recommendations: [], gaps })).toMatchObject({
      gap: { researchGapId: 'g1' },
    });
    const recommendations = [recommendation('r2'), recommendation('r1'), recommendation('r3')];
    expect(nextStep({ ...live, recommendations, gaps })).toMatchObject({
      recommendation: { recommendationId: 'r1' },
    });
  });

  it('is else to collect evidence for what emerges and to preserve what is established', () => {
    const nothing = { recommendations: [], gaps: [] };
    expect(nextStep({ ...live, stage: 'emerging', ...nothing }).type).toBe('collect_evidence');
    expect(nextStep({ ...live, ...nothing }).type).toBe('preserve');
  });

  it('does not depend on the order in which recommendations and gaps are read', () => {
    const recommendations = fc.uniqueArray(
      fc.record({
        recommendationId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
        confidence: fc.constantFrom('high', 'moderate', 'low'),
        state: fc.constantFrom('open', 'accepted', 'dismissed', 'shipped'),
        updatedAt: fc.constantFrom(daysAgo(1), daysAgo(2)),
      }),
      { selector: (row) => row.recommendationId },
    );
    fc.assert(
      fc.property(recommendations, (rows) => {
        const all = rows.map((row) =>
          recommendation(row.recommendationId, row as Partial<RecommendationFacts>),
        );
        const forwards = nextStep({ ...live, recommendations: all, gaps: [] });
        const backwards = nextStep({ ...live, recommendations: all.toReversed(), gaps: [] });
        expect(backwards).toEqual(forwards);
        expect(pointedTo(all.toReversed())).toEqual(pointedTo(all));
        if (forwards.type === 'act') expect(pointedTo(all)).toEqual(forwards.recommendation);
      }),
    );
  });
});

describe('what a signal points to', () => {
  it('is the newest recommendation where none can be acted on', () => {
    const done = [
      recommendation('old', { state: 'shipped', confidence: 'high', updatedAt: daysAgo(9) }),
      recommendation('new', { state: 'dismissed', confidence: 'low', updatedAt: daysAgo(1) }),
    ];
    expect(pointedTo(done)?.recommendationId).toBe('new');
    expect(pointedTo([])).toBeUndefined();
  });

  it('names the first action of the highest priority', () => {
    const item = (action: string, priority: 'high' | 'medium' | 'low') => ({
      action,
      priority,
      supportingEvidence: '',
    });
    const items = [item('a', 'low'), item('b', 'medium'), item('c', 'medium')];
    expect(topAction(items)?.action).toBe('b');
    expect(topAction([])).toBeNull();
  });
});
