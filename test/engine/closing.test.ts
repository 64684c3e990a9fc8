import { describe, expect, it } from 'vitest';
import { ActionCard } from '../../db/entities/action-card.js';
import { HistoryEntry } from '../../db/entities/history-entry.js';
import { Job } from '../../db/entities/job.js';
import { cardGap } from '../../db/queries/card-material.js';
import { runEngine } from '../../src/engine/run-engine.js';
import { raiseLiveCalls } from '../../src/engine/settle-scope.js';
import { useCases } from './cases.js';
import {
  ago,
  belief,
  item,
  type Line,
  person,
  quote,
  recommendation,
  said,
  shipped,
  signal,
  study,
  theme,
} from './material.js';

const { database, get, post, refresh, store, team } = useCases();

const cards = async (key: string, type: string) =>
  (await get(`/v1/action-cards?type=${type}&limit=50`, key)).body.data;

interface CardSeen {
  actionCardId: string;
  summary: string;
}

const importedCard = (type: string, more: object): Line => ({
  resource: 'actionCard',
  actionCardId: `theirs-${type}`,
  type,
  summary: 'As they wrote it.',
  priority: 5,
  createdAt: ago(1),
  ...more,
});

describe('a decision', () => {
  it('closes the card of its recommendation in the same transaction, on the service’s account', async () => {
    const { teamId, key } = await team([...belief(2), recommendation('r1', ['g1'])]);
    await refresh(teamId);
    const [card] = await cards(key, 'new_recommendation');
    await post('/v1/recommendations/r1/decision', key, { decision: 'accepted' });
    expect(await cards(key, 'new_recommendation')).toEqual([]);
    const { db } = database.context(teamId);
    const subjectId = card.actionCardId;
    expect(await db.findOne(ActionCard, { actionCardId: subjectId })).toMatchObject({
      resolution: 'followed',
    });
    expect(await db.find(HistoryEntry, { subjectId })).toMatchObject([
      { action: 'resolve', actorType: 'service', actorId: 'engine' },
    ]);
    expect(await db.findOne(Job, { kind: 'card-changed', key: subjectId })).toBeDefined();
  });

  it('opens nothing: what a reopen brings back waits for the next run', async () => {
    const { teamId, key } = await team([
      ...belief(8, 100),
      recommendation('r1', ['g1'], { decision: { value: 'accepted', at: ago(5) } }),
    ]);
    await refresh(teamId);
    const open = async () => (await get('/v1/research-gaps?status=open', key)).body.data.length;
    expect(await open()).toBe(3);
    await post('/v1/recommendations/r1/outcome', key, { outcome: 'validated' });
    expect(await open()).toBe(0);
    expect(await cards(key, 'research_gap')).toEqual([]);
    await post('/v1/recommendations/r1/reopen', key, {});
    expect(await open()).toBe(0);
    await runEngine(database.context(teamId), 'changed');
    expect(await open()).toBe(3);
    expect(await cards(key, 'research_gap')).toHaveLength(3);
  });

  it('to reopen what shipped closes the alarm, of which its issue was told', async () => {
    const { teamId, key } = await team([
      ...belief(3, 60),
      recommendation('r1', ['g1'], {
        ...shipped(20),
        workItemLinks: [{ url: 'https://linear.app/acme/issue/ENG-7' }],
      }),
      ...said('t1', 's1', ['p1', 'p2'], 5),
    ]);
    await refresh(teamId);
    expect(await cards(key, 'fix_contradicted')).toHaveLength(1);
    const told = await database.dataSource.query(
      'select markdown from work_item_comments where team_id = $1',
      [teamId],
    );
    expect(told).toMatchObject([{ markdown: expect.stringContaining('2 people said unprompted') }]);
    await post('/v1/recommendations/r1/reopen', key, {});
    expect(await cards(key, 'fix_contradicted')).toEqual([]);
  });
});

describe('a card that a person brought back', () => {
  it('stands for its cause when that comes back, and no second one is opened', async () => {
    const failed = item('i1', 's1', 'p1', 1, { status: 'failed' });
    const { teamId, key } = await team([person('p1'), study('s1'), failed]);
    await refresh(teamId);
    const [card] = await cards(key, 'interview_failure');
    await store(teamId, [item('i1', 's1', 'p1', 1)]);
    await refresh(teamId);
    await database
      .context(teamId)
      .db.update(
        ActionCard,
        { actionCardId: card.actionCardId },
        { resolvedAt: null, resolution: null },
      );
    await store(teamId, [failed]);
    await refresh(teamId);
    expect(await cards(key, 'interview_failure')).toMatchObject([
      { actionCardId: card.actionCardId },
    ]);
  });
});

describe('a card for a gap', () => {
  it('stands for its own gap, also where its signal has several', async () => {
    const { teamId, key } = await team(belief(8, 100));
    await refresh(teamId);
    const { db } = database.context(teamId);
    const shown = await Promise.all(
      (await cards(key, 'research_gap')).map(async ({ actionCardId, summary }: CardSeen) => [
        (await db.row(cardGap, actionCardId))?.type,
        summary,
      ]),
    );
    expect(shown).toEqual([
      ['missing_breadth', expect.stringContaining('one study')],
      ['thin_counter_evidence', expect.stringContaining('no one has contradicted it')],
      ['stale_evidence', expect.stringContaining('90 days')],
    ]);
  });
});

describe('imported cards', () => {
  const found: Line[] = [
    ...belief(3, 60),
    recommendation('r1', ['g1'], shipped(20)),
    recommendation('r2', ['g1']),
    ...said('t1', 's1', ['p1', 'p2'], 5),
    ...said('t1', 's1', ['p1', 'p2'], 3, { quote: { kind: 'counterEvidence', strength: 0.1 } }),
    item('i-failed', 's1', 'p3', 4, { status: 'failed' }),
  ];
  const resolved = { resolvedAt: ago(0.5), resolution: 'dismissed' };
  const theirs: Line[] = [
    importedCard('fix_contradicted', { refs: { recommendationId: 'r1' } }),
    importedCard('new_recommendation', { refs: { recommendationId: 'r2' }, ...resolved }),
    importedCard('theme_contradiction', { refs: { themeIds: ['t1'] }, ...resolved }),
    importedCard('interview_failure', { refs: { sourceItemId: 'i-failed' } }),
  ];

  it('stand for their causes, pending or resolved, and are never closed', async () => {
    const { teamId, key } = await team([...found, ...theirs]);
    await refresh(teamId);
    await store(teamId, [
      item('i-failed', 's1', 'p3', 4),
      recommendation('r2', ['g1'], { published: false }),
    ]);
    await refresh(teamId);
    for (const { type } of theirs) {
      const pending = await cards(key, type as string);
      expect(pending.map((card: { actionCardId: string }) => card.actionCardId)).toEqual(
        type === 'fix_contradicted' || type === 'interview_failure' ? [`theirs-${type}`] : [],
      );
    }
  });

  it('do not stand for another recommendation, interview or an earlier ship', async () => {
    const others = [
      importedCard('fix_contradicted', { refs: { recommendationId: 'r1' }, createdAt: ago(30) }),
      recommendation('r3', ['g1']),
      importedCard('new_recommendation', { refs: { recommendationId: 'r3' } }),
      importedCard('interview_failure', { refs: { sourceItemId: 'i-s1-t1-p1-60' } }),
    ];
    const { teamId, key } = await team([...found, ...others]);
    await refresh(teamId);
    for (const { type } of others.filter(({ resource }) => resource === 'actionCard')) {
      expect(await cards(key, type as string)).toHaveLength(2);
    }
  });
});

describe('runs', () => {
  it('at the same moment in several processes open each cause once', async () => {
    const { teamId, key } = await team([...belief(8, 100), recommendation('r1', ['g1'])]);
    await Promise.all([1, 2, 3, 4].map(() => refresh(teamId)));
    const { body } = await get('/v1/action-cards?limit=50', key);
    const types = body.data.map((card: { type: string }) => card.type);
    expect(types).toEqual([
      'new_recommendation',
      ...['research_gap', 'research_gap', 'research_gap'],
      'study_saturation',
    ]);
  });

  it('ask for new cards to be shown, and for nothing where nothing changed', async () => {
    const { teamId } = await team(belief(8, 100));
    const { db } = database.context(teamId);
    await db.delete(Job, {});
    await refresh(teamId);
    expect(await db.find(Job, { kind: 'publish-cards' })).toHaveLength(1);
    await db.delete(Job, {});
    await refresh(teamId);
    expect(await db.find(Job)).toEqual([]);
  });
});

describe('an interview that is under way', () => {
  it('raises its call at once, for a passage that has no theme yet, and keeps it in later runs', async () => {
    const { teamId, key } = await team([
      person('p1'),
      study('s1'),
      theme('t1', 's1'),
      signal('g1', ['t1']),
      item('i1', 's1', 'p1', 0.01, { status: 'in_progress' }),
    ]);
    const ctx = database.context(teamId);
    await database.dataSource.query(
      `insert into extracted_quotes (team_id, quote_id, source_item_id, study_id, participant_id, quote, strength, cues)
       values ($1, 'q1', 'i1', 's1', 'p1', 'We will cancel our plan in May.', 0.7, '{churn}')`,
      [teamId],
    );
    const raise = () =>
      ctx.db.transaction((db) => raiseLiveCalls({ ...ctx, db }, { sourceItemId: 'i1' }));
    expect(await raise()).toHaveLength(1);
    expect(await raise()).toEqual([]);
    await refresh(teamId);
    expect(await cards(key, 'live_call')).toMatchObject([
      {
        quote: 'We will cancel our plan in May.',
        reason: 'churn_risk',
        priority: 1,
        participant: { participantId: 'p1', displayName: 'Name of p1' },
      },
    ]);
  });

  it('is called about once for each reason, with the strongest quote', async () => {
    const { teamId, key } = await team([
      ...belief(2),
      item('i1', 's1', 'p1', 1),
      quote('c1', 't1', 'i1', { quote: 'We look for an alternative.', strength: 0.4 }),
      quote('c2', 't1', 'i1', { quote: 'We stopped paying for it.', strength: 0.9 }),
      quote('c3', 't1', 'i1', { quote: 'It was a total nightmare and a waste of time.' }),
      quote('c4', 't1', 'i1', { kind: 'counterEvidence', strength: 0.8 }),
      quote('c6', 't1', 'i1', { quote: 'It was a bit frustrating at times.', strength: 1 }),
      item('i2', 's1', 'p2', 1),
      quote('c7', 't1', 'i2', { kind: 'counterEvidence', strength: 0.7 }),
      quote('c5', 't1', 'i1', { quote: 'I am about to quit.', strength: 1, prompted: true }),
    ]);
    await refresh(teamId);
    const calls = await cards(key, 'live_call');
    expect(
      calls.map((card: Record<string, unknown>) => [card.priority, card.reason, card.quote]),
    ).toEqual([
      [1, 'churn_risk', 'We stopped paying for it.'],
      [2, 'emotional_intensity', 'It was a total nightmare and a waste of time.'],
      [3, 'contradicts_signal', 'It is what it is, said in c4.'],
    ]);
  });
});
