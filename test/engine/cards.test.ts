import { describe, expect, it } from 'vitest';
import type { ActionCardType } from '../../db/entities/action-card.js';
import { type Case, useCases } from './cases.js';
import {
  ago,
  belief,
  item,
  type Line,
  people,
  person,
  quote,
  recommendation,
  said,
  shipped,
  signal,
  study,
  theme,
} from './material.js';

const { get, post, refresh, teamOf, takeAway, bringBack } = useCases();

const CARDS: Record<ActionCardType, Case & { tier: number; refs: object; says: RegExp }> = {
  fix_contradicted: {
    lines: [
      ...belief(3, 60),
      recommendation('r1', ['g1'], shipped(20)),
      ...said('t1', 's1', ['p1', 'p2'], 5),
      ...said('t1', 's1', ['p3'], 6, { quote: { prompted: true } }),
    ],
    gone: [quote('e-s1-t1-p2-5', 't1', 'i-s1-t1-p2-5', { withdrawn: true })],
    tier: 1,
    refs: { recommendationId: 'r1', signalId: 'g1', themeIds: ['t1'], studyIds: ['s1'] },
    says: /“Do r1” shipped, and 2 people said unprompted since then: “Belief g1” \(SIG-1\)\./,
  },
  live_call: {
    lines: [
      person('p1'),
      study('s1'),
      theme('t1', 's1'),
      item('i1', 's1', 'p1', 2),
      quote('e1', 't1', 'i1', { quote: 'We are going to cancel our subscription.' }),
      item('i2', 's1', 'p1', 20),
      quote('e2', 't1', 'i2', { quote: 'We are looking for an alternative.' }),
    ],
    gone: [item('i1', 's1', 'p1', 2, { qualityScore: 0.1 })],
    tier: 1,
    refs: { sourceItemId: 'i1', participantId: 'p1', studyIds: ['s1'], themeIds: ['t1'] },
    says: /“Study s1” may be about to leave/,
  },
  interview_failure: {
    lines: [person('p1'), study('s1'), item('i1', 's1', 'p1', 2, { status: 'analysis_failed' })],
    gone: [item('i1', 's1', 'p1', 2)],
    tier: 2,
    refs: { sourceItemId: 'i1', participantId: 'p1', studyIds: ['s1'] },
    says: /“Study s1” is stored, but its analysis failed\.$/,
  },
  low_balance: {
    lines: [person('p1')],
    gone: [],
    balance: [4, 5],
    tier: 2,
    refs: {},
    says: /4 interviews left, under the threshold of 5/,
  },
  new_recommendation: {
    lines: [
      ...belief(2),
      recommendation('r1', ['g1']),
      recommendation('r2', ['g1'], { published: false }),
    ],
    gone: [recommendation('r1', ['g1'], { published: false })],
    tier: 3,
    refs: { recommendationId: 'r1', signalId: 'g1' },
    says: /“Do r1” awaits a decision: 2 people in 1 study/,
  },
  theme_contradiction: {
    lines: [
      ...belief(3),
      ...said('t1', 's1', ['p2', 'p3'], 30, { quote: { kind: 'counterEvidence' } }),
    ],
    gone: [quote('e-s1-t1-p3-30', 't1', 'i-s1-t1-p3-30', { kind: 'evidence' })],
    tier: 4,
    refs: { themeIds: ['t1'], studyIds: ['s1'], signalId: 'g1' },
    says: /“Theme t1” divides people: 3 people for it, 2 people against, 2 of them on both sides, in “Study s1”\./,
  },
  cross_study_signal: {
    lines: [
      ...belief(2),
      study('s2'),
      theme('t2', 's2'),
      signal('g1', ['t1', 't2']),
      ...said('t2', 's2', ['p1'], 30),
    ],
    gone: [signal('g1', ['t1'])],
    tier: 5,
    refs: { signalId: 'g1', studyIds: ['s1', 's2'] },
    says: /SIG-1 “Belief g1” is now supported in 2 studies, by 2 people: “Study s1” and “Study s2”/,
  },
  research_gap: {
    lines: belief(2, 91),
    gone: said('t1', 's1', ['p1'], 3),
    tier: 6,
    refs: { signalId: 'g1' },
    says: /^No new evidence for SIG-1 “Belief g1” in 90 days or more\.$/,
  },
  follow_up_suggestion: {
    lines: [completed(['What next?', 'And then?'])],
    gone: [completed([])],
    tier: 7,
    refs: { studyIds: ['s1'] },
    says: /“Study s1” is completed and suggests 2 questions to ask next: What next\?/,
  },
  study_saturation: {
    lines: belief(6, 10),
    gone: [theme('t2', 's1'), quote('e-new', 't2', 'i-s1-t1-p1-10')],
    tier: 8,
    refs: { studyIds: ['s1'] },
    says: /The last 5 of 6 interviews in “Study s1” brought no new theme/,
  },
};

function completed(suggestedNextQuestions: string[]): Line {
  const summary = {
    narrative: 'Done.',
    confidence: 'high',
    suggestedNextQuestions,
    lastUpdated: ago(1),
  };
  return study('s1', { status: 'completed', summary });
}

describe.each(Object.entries(CARDS))('a %s card', (type, found) => {
  const pending = async (key: string) =>
    (await get(`/v1/action-cards?type=${type}&limit=50`, key)).body.data;

  it('is opened once for its cause, and resolved when the cause is gone', async () => {
    const { teamId, key } = await teamOf(found);
    expect(await pending(key)).toEqual([]);
    await refresh(teamId);
    const cards = await pending(key);
    expect(cards).toHaveLength(1);
    expect(cards[0]).toMatchObject({ type, priority: found.tier });
    expect(cards[0].refs).toEqual(found.refs);
    expect(cards[0].summary).toMatch(found.says);
    expect(await refresh(teamId)).toMatchObject({ changes: [] });

    await takeAway(teamId, found);
    const closed = await refresh(teamId);
    expect(closed.changes).toContainEqual(
      expect.objectContaining({ did: 'closed', what: 'card', id: cards[0].actionCardId }),
    );
    expect(await pending(key)).toEqual([]);
  });

  it('is not opened again once a person dealt with it, until its cause was gone and came back', async () => {
    const { teamId, key } = await teamOf(found);
    await refresh(teamId);
    const [card] = await pending(key);
    await post(`/v1/action-cards/${card.actionCardId}/resolve`, key, { action: 'dismissed' });
    await refresh(teamId);
    expect(await pending(key)).toEqual([]);

    await takeAway(teamId, found);
    await refresh(teamId);
    await bringBack(teamId, found);
    await refresh(teamId);
    const again = await pending(key);
    expect(again).toHaveLength(RETURNS.has(type) ? 1 : 0);
  });
});

/** Causes that the lines of their case bring back; the others stay away, because quotes were added. */
const RETURNS = new Set([
  'fix_contradicted',
  'live_call',
  'interview_failure',
  'low_balance',
  'new_recommendation',
  'theme_contradiction',
  'cross_study_signal',
  'follow_up_suggestion',
]);

describe('a fix', () => {
  it('is not contradicted by one person, by prompted quotes, or by older ones', async () => {
    const { teamId, key } = await teamOf({
      lines: [
        ...belief(6, 25),
        recommendation('r1', ['g1'], shipped(20)),
        ...said('t1', 's1', ['p1'], 5),
        ...said('t1', 's1', ['p1'], 4),
        ...said('t1', 's1', people(6), 3, { quote: { prompted: true } }),
      ],
      gone: [],
    });
    await refresh(teamId);
    const { body } = await get('/v1/action-cards?type=fix_contradicted', key);
    expect(body.data).toEqual([]);
  });
});
