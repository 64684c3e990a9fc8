import { describe, expect, it } from 'vitest';
import { type Case, useCases } from './cases.js';
import {
  belief,
  item,
  type Line,
  recommendation,
  said,
  shipped,
  signal,
  study,
  theme,
} from './material.js';

const { get, refresh, store, teamOf, takeAway } = useCases();

const target = { targetId: 'lt1', question: 'How do people share a file?', priority: 'primary' };

const GAPS: Record<string, Case & { says: RegExp; headline: RegExp }> = {
  missing_breadth: {
    headline: /^SIG-1 “Belief g1” rests on one study, or nearly so/,
    lines: belief(5),
    gone: [
      study('s2'),
      theme('t2', 's2'),
      signal('g1', ['t1', 't2']),
      ...said('t2', 's2', ['p1', 'p2'], 30),
    ],
    says: /5 people support “Belief g1”, and all of them come from one study, “Study s1”/,
  },
  thin_counter_evidence: {
    headline: /support SIG-1 “Belief g1”, and no one has contradicted it/,
    lines: belief(8),
    gone: said('t1', 's1', ['p1'], 30, { quote: { kind: 'counterEvidence' } }),
    says: /8 people support “Belief g1”, and no quote contradicts it/,
  },
  topic_asymmetry: {
    headline: /left out a topic close to SIG-1/,
    lines: [
      ...belief(5),
      study('s1', { learningTargets: [target] }),
      item('i-s1-t1-p1-40', 's1', 'p1', 40, { coveredTargetIds: ['lt1'] }),
    ],
    gone: [item('i-s1-t1-p2-40', 's1', 'p2', 40, { coveredTargetIds: ['lt1'] })],
    says: /“How do people share a file\?” in 1 of 5/,
  },
  stale_evidence: {
    headline: /^No new evidence for SIG-1/,
    lines: belief(2, 91),
    gone: said('t1', 's1', ['p1'], 89),
    says: /nothing new supports it since/,
  },
  post_ship_verification: {
    headline: /shipped for SIG-1 “Belief g1”/,
    lines: [
      ...belief(3, 50),
      recommendation('r1', ['g1'], shipped(31)),
      item('i-one', 's1', 'p1', 20),
      item('i-recruited', 's1', 'p2', 20, { organic: false }),
      item('i-unread', 's1', 'p3', 20, { status: 'processing' }),
    ],
    gone: [item('i-two', 's1', 'p2', 19)],
    says: /“Do r1” shipped on \d{4}-\d\d-\d\d, and only 1 person has been interviewed since/,
  },
};

describe.each(Object.entries(GAPS))('a %s gap', (type, found) => {
  const gaps = async (key: string, status: string) => {
    const { body } = await get(`/v1/research-gaps?status=${status}&limit=50`, key);
    return body.data.filter((gap: { type: string }) => gap.type === type);
  };

  it('opens with its card, and is applied when its cause is gone', async () => {
    const { teamId, key } = await teamOf(found);
    await refresh(teamId);
    const open = await gaps(key, 'open');
    expect(open).toHaveLength(1);
    expect(open[0]).toMatchObject({ signalId: 'g1', signalRef: 'SIG-1' });
    expect(open[0].description).toMatch(found.says);
    const { body } = await get('/v1/action-cards?type=research_gap', key);
    const summaries = body.data.map((card: { summary: string }) => card.summary);
    expect(summaries).toContainEqual(expect.stringMatching(found.headline));

    await takeAway(teamId, found);
    await refresh(teamId);
    expect(await gaps(key, 'open')).toEqual([]);
    expect(await gaps(key, 'applied')).toMatchObject([{ researchGapId: open[0].researchGapId }]);
  });

  it('is not found where an imported one stands for it, which nobody changes', async () => {
    const imported = (status: string): Line => ({
      resource: 'researchGap',
      researchGapId: 'theirs',
      signalId: 'g1',
      type,
      status,
      description: 'As they wrote it.',
      suggestedAction: 'Ask.',
    });
    for (const status of ['open', 'dismissed']) {
      const { teamId, key } = await teamOf({ ...found, lines: [...found.lines, imported(status)] });
      await refresh(teamId);
      await takeAway(teamId, found);
      await refresh(teamId);
      const all = [...(await gaps(key, 'open')), ...(await gaps(key, 'dismissed'))];
      expect(all).toMatchObject([{ researchGapId: 'theirs', status }]);
      expect(await gaps(key, 'applied')).toEqual([]);
    }
  });
});

describe('what the rules leave alone', () => {
  it('finds no gap in a belief that is archived, and applies those it found before', async () => {
    const { teamId, key } = await teamOf({ lines: belief(8, 100), gone: [] });
    await refresh(teamId);
    await store(teamId, [signal('g1', ['t1'], { archived: true, archiveReason: 'retired' })]);
    await refresh(teamId);
    const { body } = await get('/v1/research-gaps?limit=50', key);
    expect(new Set(body.data.map((gap: { status: string }) => gap.status))).toEqual(
      new Set(['applied']),
    );
  });

  it('finds one gap for all that a study left out, however many topics and signals', async () => {
    const questions = ['How do people share a file?', 'Who pays for belief g2?', 'What about g1?'];
    const { teamId, key } = await teamOf({
      lines: [
        ...belief(5),
        study('s1', {
          learningTargets: questions.map((question, n) => ({
            targetId: `lt${n}`,
            question,
            priority: 'primary',
          })),
        }),
        theme('t2', 's1'),
        signal('g2', ['t2']),
        ...said('t2', 's1', ['p1', 'p2'], 30),
      ],
      gone: [],
    });
    await refresh(teamId);
    const { body } = await get('/v1/research-gaps?status=open&limit=50', key);
    const left = body.data.filter(({ type }: { type: string }) => type === 'topic_asymmetry');
    expect(left).toHaveLength(1);
    for (const question of questions)
      expect(left[0].description).toContain(`“${question}” in 0 of`);
  });
});
