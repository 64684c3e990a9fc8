import { describe, expect, it } from 'vitest';
import { ACTION_CARD_TYPES } from '../../db/entities/action-card.js';
import { all } from './demo-lines.js';

const values = (list: (string | undefined)[]): string[] =>
  [...new Set(list.filter((value) => value !== undefined))].sort();

/** The state that follows from a decision and an outcome (docs/reference.md). */
function lifecycleState(decision?: string, outcome?: string): string {
  if (outcome === 'validated') return 'archived';
  return outcome ?? decision ?? 'open';
}

describe('the demo team shows every value of', () => {
  it('study and interview status', () => {
    expect(values(all('study').map((study) => study.status))).toEqual([
      'active',
      'completed',
      'draft',
      'paused',
      'publishing',
    ]);
    expect(values(all('sourceItem').map((item) => item.status))).toEqual([
      'analysis_failed',
      'analyzed',
      'failed',
      'in_progress',
      'insufficient',
      'processing',
    ]);
    expect(values(all('study').map((study) => study.summary?.confidence))).toEqual([
      'high',
      'low',
      'moderate',
    ]);
  });

  it('sentiment, relationship and kind of evidence', () => {
    expect(values(all('theme').map((theme) => theme.sentiment))).toEqual([
      'mixed',
      'negative',
      'neutral',
      'positive',
    ]);
    const links = all('signal').flatMap((signal) => signal.themes);
    expect(values(links.map((link) => link.relationship))).toEqual([
      'contradicts',
      'nuances',
      'supports',
    ]);
    expect(values(all('evidence').map((row) => row.kind))).toEqual(['counterEvidence', 'evidence']);
    expect(values(all('signal').map((signal) => signal.archiveReason))).toEqual([
      'retired',
      'validated',
    ]);
  });

  it('the lifecycle of a recommendation, its confidence, and one that is unpublished', () => {
    const published = all('recommendation').filter((one) => one.published !== false);
    expect(published.length).toBe(all('recommendation').length - 1);
    expect(
      values(published.map((one) => lifecycleState(one.decision?.value, one.outcome?.value))),
    ).toEqual(['accepted', 'archived', 'dismissed', 'open', 'shipped', 'stale']);
    expect(values(published.map((one) => one.confidence))).toEqual(['high', 'low', 'moderate']);
    expect(
      values(
        published.flatMap((one) => one.workItemLinks ?? []).map((link) => new URL(link.url).host),
      ),
    ).toEqual(['github.com', 'linear.app', 'wiki.kettle-demo.example']);
  });

  it('research gap type and status', () => {
    expect(values(all('researchGap').map((gap) => gap.type))).toEqual([
      'missing_breadth',
      'post_ship_verification',
      'stale_evidence',
      'thin_counter_evidence',
      'topic_asymmetry',
    ]);
    expect(values(all('researchGap').map((gap) => gap.status))).toEqual([
      'accepted',
      'applied',
      'dismissed',
      'open',
    ]);
  });

  it('action card: type, reason and resolution, with 15 to 20 cards waiting', () => {
    const pending = all('actionCard').filter(
      (card) => card.resolvedAt === undefined && card.snoozedUntil === undefined,
    );
    expect(pending.length).toBeGreaterThanOrEqual(15);
    expect(pending.length).toBeLessThanOrEqual(20);
    expect(values(pending.map((card) => card.type))).toEqual(ACTION_CARD_TYPES.toSorted());
    expect(values(pending.map((card) => card.reason))).toEqual([
      'churn_risk',
      'contradicts_signal',
      'emotional_intensity',
    ]);
    expect(all('actionCard').some((card) => card.snoozedUntil !== undefined)).toBe(true);
    expect(values(all('actionCard').map((card) => card.resolution))).toEqual([
      'contacted',
      'dismissed',
      'followed',
    ]);
  });
});
