import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEngine } from '../../src/engine/run-engine.js';
import { importSnapshot } from '../../src/snapshot/import-snapshot.js';
import { setTeam } from '../../src/teams/teams.js';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { ndjson } from '../support/snapshot.js';
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

const database = useDatabase();
let api: TestApi;
beforeAll(async () => {
  api = await startApi(database);
});
afterAll(() => api.close());

const refresh = (teamId: string) => runEngine(database.context(teamId), 'everything');
const store = (teamId: string, lines: Line[]) =>
  importSnapshot(database.context(teamId), () => ndjson(lines));

/** Lines of a cause, and what takes it away again. */
interface Case {
  lines: Line[];
  gone: Line[];
  balance?: [before: number, after: number];
}

const target = { targetId: 'lt1', question: 'How do people share a file?', priority: 'primary' };
const six = people(6);

const CARDS: Record<string, Case & { tier: number; refs: object; says: RegExp }> = {
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
    says: /“Do r1” shipped, and 2 people said unasked since then: “Belief g1” \(SIG-1\)\./,
  },
  live_call: {
    lines: [
      person('p1'),
      study('s1'),
      theme('t1', 's1'),
      item('i1', 's1', 'p1', 2),
      quote('e1', 't1', 'i1', { quote: 'We are going to cancel our subscription.' }),
      item('i2', 's1', 'p1', 20),
      quote('e2', 't1', 'i2', { quote: 'I am ready to leave and switch.' }),
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
    says: /“Study s1” is stored, but its analysis failed/,
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
    says: /“Do r1” waits for a decision: 2 people in 1 study/,
  },
  theme_contradiction: {
    lines: [
      ...belief(3),
      ...said('t1', 's1', ['p2', 'p3'], 30, { quote: { kind: 'counterEvidence' } }),
    ],
    gone: [quote('e-s1-t1-p3-30', 't1', 'i-s1-t1-p3-30', { kind: 'evidence' })],
    tier: 4,
    refs: { themeIds: ['t1'], studyIds: ['s1'], signalId: 'g1' },
    says: /“Theme t1” divides the people of “Study s1”: 3 people for it, 2 people against/,
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
    says: /^Nothing was heard for SIG-1 “Belief g1” in 90 days or more\.$/,
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

const GAPS: Record<string, Case & { says: RegExp; headline: RegExp }> = {
  missing_breadth: {
    headline: /^SIG-1 “Belief g1” rests on little more than one study/,
    lines: belief(5),
    gone: [
      study('s2'),
      theme('t2', 's2'),
      signal('g1', ['t1', 't2']),
      ...said('t2', 's2', ['p1', 'p2'], 30),
    ],
    says: /5 people support “Belief g1”, and all of them were heard in one study, “Study s1”/,
  },
  thin_counter_evidence: {
    headline: /support SIG-1 “Belief g1”, and nobody was heard against it/,
    lines: belief(8),
    gone: said('t1', 's1', ['p1'], 30, { quote: { kind: 'counterEvidence' } }),
    says: /8 people support “Belief g1”, and nothing speaks against it/,
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
    headline: /^Nothing was heard for SIG-1/,
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

async function teamOf({ lines, balance }: Case): Promise<{ teamId: string; key: string }> {
  const team = await api.team(lines);
  if (balance) {
    await setTeam(database.system, team.teamId, { interviewsLeft: balance[0], lowBalanceAt: 5 });
  }
  return team;
}

async function takeAway(teamId: string, { gone, balance }: Case): Promise<void> {
  if (balance) await setTeam(database.system, teamId, { interviewsLeft: balance[1] });
  await store(teamId, gone);
}

describe.each(Object.entries(CARDS))('a %s card', (type, found) => {
  const pending = async (key: string) =>
    (await api.get(`/v1/action-cards?type=${type}&limit=50`, key)).body.data;

  it('is minted once for its cause, and resolved when the cause is gone', async () => {
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

  it('is not minted again once a person dealt with it, until its cause was gone and came back', async () => {
    const { teamId, key } = await teamOf(found);
    await refresh(teamId);
    const [card] = await pending(key);
    await api.post(`/v1/action-cards/${card.actionCardId}/resolve`, key, { action: 'dismissed' });
    await refresh(teamId);
    expect(await pending(key)).toEqual([]);

    await takeAway(teamId, found);
    await refresh(teamId);
    await teamOfAgain(teamId, found);
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

async function teamOfAgain(teamId: string, { lines, balance }: Case): Promise<void> {
  await store(teamId, lines);
  if (balance) await setTeam(database.system, teamId, { interviewsLeft: balance[0] });
}

describe.each(Object.entries(GAPS))('a %s gap', (type, found) => {
  const gaps = async (key: string, status: string) => {
    const { body } = await api.get(`/v1/research-gaps?status=${status}&limit=50`, key);
    return body.data.filter((gap: { type: string }) => gap.type === type);
  };

  it('opens with its card, and is applied when its cause is gone', async () => {
    const { teamId, key } = await teamOf(found);
    await refresh(teamId);
    const open = await gaps(key, 'open');
    expect(open).toHaveLength(1);
    expect(open[0]).toMatchObject({ signalId: 'g1', signalRef: 'SIG-1' });
    expect(open[0].description).toMatch(found.says);
    const { body } = await api.get('/v1/action-cards?type=research_gap', key);
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
    const { body } = await api.get('/v1/research-gaps?limit=50', key);
    expect(new Set(body.data.map((gap: { status: string }) => gap.status))).toEqual(
      new Set(['applied']),
    );
  });

  it('does not call a ship contradicted by one person, by prompted quotes, or by older ones', async () => {
    const { teamId, key } = await teamOf({
      lines: [
        ...belief(6, 25),
        recommendation('r1', ['g1'], shipped(20)),
        ...said('t1', 's1', ['p1'], 5),
        ...said('t1', 's1', ['p1'], 4),
        ...said('t1', 's1', six, 3, { quote: { prompted: true } }),
      ],
      gone: [],
    });
    await refresh(teamId);
    const { body } = await api.get('/v1/action-cards?type=fix_contradicted', key);
    expect(body.data).toEqual([]);
  });
});
