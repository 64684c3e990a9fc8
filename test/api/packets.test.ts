import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { DAY, T0 } from '../support/snapshot.js';
import { card, gap, quote, recommendation, research, signal, theme } from './team.js';

const database = useDatabase();
let api: TestApi;
let key: string;
const PEOPLE = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'];
const AT = Date.now() - 120 * DAY;
const item = (action: string, priority: string) => ({
  action,
  priority,
  supportingEvidence: 'Many said so.',
});

beforeAll(async () => {
  api = await startApi(database);
  ({ key } = await api.team([
    ...research(['s1', 's2'], PEOPLE).map((line) => ({
      ...line,
      ...('sourceItemId' in line && { capturedAt: AT, qualityScore: 0.5 }),
      ...('studyId' in line &&
        !('sourceItemId' in line) &&
        line.studyId === 's1' && {
          objective: 'Find out.',
          openQuestions: ['Who?'],
          learningTargets: [
            { targetId: 'touched', question: 'Touched?', priority: 'primary' },
            { targetId: 'thin', question: 'Thin?', priority: 'secondary' },
          ],
          summary: {
            narrative: 'It went well.',
            confidence: 'high',
            suggestedNextQuestions: ['And then?'],
            lastUpdated: AT,
          },
        }),
      ...('sourceItemId' in line &&
        ['s1-p1', 's1-p2'].includes(line.sourceItemId as string) && {
          coveredTargetIds: ['touched'],
        }),
    })),
    {
      resource: 'sourceItem',
      sourceItemId: 'failed',
      studyId: 's1',
      participantId: 'p1',
      status: 'failed',
      capturedAt: AT,
    },
    theme('t1', 's1'),
    theme('t1b', 's1', { parentThemeId: 't1', sentiment: 'mixed' }),
    theme('t2', 's2'),
    ...PEOPLE.map((p, at) => quote(`e-${p}`, 't1', `s1-${p}`, { strength: at / 10 })),
    quote('timed', 't2', 's2-p1', { strength: 0.95, timeInCallSecs: 12.5 }),
    ...['a', 'b', 'c'].map((name, at) =>
      quote(`c-${name}`, 't2', 's2-p2', {
        kind: 'counterEvidence',
        strength: 0.2 + at / 10,
        note: 'A special case.',
      }),
    ),
    quote('swapped', 't1b', 's1-p3', { strength: 0.99 }),
    signal(
      'full',
      [
        ['t1', 'supports'],
        ['t1b', 'contradicts'],
        ['t2', 'supports'],
      ],
      { implication: 'It matters.', ref: 'SIG-40' },
    ),
    signal('lonely', []),
    signal('gappy', [['t2', 'supports']]),
    signal('closed', [['t1', 'supports']], {
      archived: true,
      archiveReason: 'retired',
      archivedAt: AT + DAY,
    }),
    recommendation('r-low', ['full'], { confidence: 'low', generatedAt: AT + 3 * DAY }),
    recommendation('r-high', ['full', 'closed'], {
      confidence: 'high',
      generatedAt: AT,
      confidenceRationale: 'Six people.',
      counterEvidenceNote: 'One objected.',
      actionItems: [item('Later', 'low'), item('First', 'high'), item('Second', 'high')],
      evidenceSnapshot: { totalSourceItems: 12, studyCount: 2, generatedFromEvidenceCount: 8 },
      workItemLinks: [{ url: 'https://github.com/acme/app/issues/3', linkedAt: AT }],
    }),
    recommendation('r-dismissed', ['gappy'], {
      decision: { value: 'dismissed', at: AT, note: 'No.' },
    }),
    gap('g-new', 'full', { createdAt: AT + DAY, type: 'stale_evidence' }),
    gap('g-old', 'full', { createdAt: AT, status: 'applied' }),
    gap('g-dismissed', 'full', { status: 'dismissed' }),
    gap('g-learn', 'gappy'),
    card('live', {
      type: 'live_call',
      quote: 'I am leaving.',
      reason: 'churn_risk',
      refs: {
        participantId: 'p1',
        studyIds: ['s2', 's1'],
        themeIds: ['t1'],
        sourceItemId: 's1-p1',
      },
    }),
    card('plain', { priority: 6, refs: { participantId: 'p1', signalId: 'full' } }),
  ]));
});
afterAll(() => api.close());

const data = async (path: string) => {
  const reply = await api.get(`/v1/${path}`, key);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.data;
};
const idsOf = (items: { evidenceId: string }[]) => items.map(({ evidenceId }) => evidenceId);

describe('GET /v1/signals/{signalId}', () => {
  it('holds the belief with the facts of its qualifying quotes', async () => {
    const packet = await data('signals/full');
    expect(packet.signalId).toBe('full');
    expect(packet.implication).toBe('It matters.');
    expect(packet.belief).toEqual({
      ref: 'SIG-40',
      label: 'Label of full',
      description: 'A belief.',
      trajectory: 'stable',
      stage: 'established',
      confidence: expect.any(Number),
      confidenceBand: expect.stringMatching(/^(low|moderate|high)$/),
      firstSeen: AT,
      lastUpdated: AT,
      archived: false,
      actionable: true,
    });
    expect(packet.evidence).toMatchObject({
      distinctSourceItems: 7,
      studyCount: 2,
      quoteCount: 7,
      counterEvidenceCount: 4,
      distinctParticipants: 6,
      freshness: { latestCapturedAt: AT, isStale: true },
    });
  });

  it('tastes at most 3 and 2 quotes, strongest first, seen as the signal sees them', async () => {
    const packet = await data('signals/full');
    expect(idsOf(packet.evidence.items)).toEqual(['timed', 'e-p6', 'e-p5']);
    expect(idsOf(packet.counterEvidence)).toEqual(['swapped', 'c-c']);
    expect(packet.counterEvidence[0]).toMatchObject({ kind: 'counterEvidence' });
    expect(packet.evidence.items[0]).toEqual({
      evidenceId: 'timed',
      kind: 'evidence',
      quote: 'Words of timed.',
      themeId: 't2',
      themeLabel: 'Label of t2',
      studyId: 's2',
      studyName: 'Study s2',
      sourceItemId: 's2-p1',
      participantName: 'Name of p1',
      timeInCallSecs: 12.5,
      capturedAt: AT,
    });
    expect(packet.counterEvidence[1].note).toBe('A special case.');
  });

  it('says per study what it does to the signal, once a study', async () => {
    const { perStudy } = await data('signals/full');
    expect(perStudy).toEqual([
      { studyId: 's1', studyName: 'Study s1', relationship: 'nuances', narrative: '', addedAt: AT },
      {
        studyId: 's2',
        studyName: 'Study s2',
        relationship: 'supports',
        narrative: '',
        addedAt: AT,
      },
    ]);
  });

  it('acts on the recommendation of the best confidence and points to it', async () => {
    const packet = await data('signals/full');
    expect(packet.recommendedNextStep).toEqual({
      type: 'act',
      recommendationId: 'r-high',
      title: 'Title of r-high',
      topAction: { action: 'First', priority: 'high' },
    });
    expect(packet.recommendation).toEqual({
      recommendationId: 'r-high',
      title: 'Title of r-high',
      lifecycleState: 'open',
    });
    expect(packet.researchGaps).toEqual([
      { researchGapId: 'g-new', type: 'stale_evidence', status: 'open' },
      { researchGapId: 'g-old', type: 'missing_breadth', status: 'applied' },
    ]);
  });

  it('learns where only a gap is left, collects evidence where nothing is, preserves what is closed', async () => {
    expect(await data('signals/gappy')).toMatchObject({
      recommendedNextStep: {
        type: 'learn',
        researchGapId: 'g-learn',
        researchGapType: 'missing_breadth',
        suggestedAction: 'Ask others.',
      },
      recommendation: { recommendationId: 'r-dismissed', lifecycleState: 'dismissed' },
      belief: { actionable: false },
    });
    const lonely = await data('signals/lonely');
    expect(lonely).toMatchObject({
      implication: null,
      recommendedNextStep: { type: 'collect_evidence' },
      recommendation: null,
      perStudy: [],
      counterEvidence: [],
      evidence: { items: [], freshness: { latestCapturedAt: null, isStale: true } },
    });
    expect(await data('signals/closed')).toMatchObject({
      recommendedNextStep: { type: 'preserve' },
      belief: { archived: true, archiveReason: 'retired', archivedAt: AT + DAY, actionable: false },
    });
  });
});

describe('GET /v1/studies/{studyId}/readout', () => {
  it('holds the summary with its stats, and the targets that stayed thin', async () => {
    const readout = await data('studies/s1/readout');
    expect(readout).toMatchObject({
      studyId: 's1',
      name: 'Study s1',
      status: 'active',
      objective: 'Find out.',
      openQuestions: ['Who?'],
      sourceItemCount: 7,
      summary: {
        narrative: 'It went well.',
        confidence: 'high',
        suggestedNextQuestions: ['And then?'],
        stats: { totalSourceItems: 7, completionRate: 6 / 7, avgQualityScore: 0.5 },
        lastUpdated: AT,
      },
    });
    expect(readout.summary.coverage).toEqual([
      {
        targetId: 'thin',
        question: 'Thin?',
        priority: 'secondary',
        substantiveSourceItems: 0,
        totalSourceItems: 6,
      },
    ]);
  });

  it('shows each theme with its strongest supporting quote', async () => {
    const { themes } = await data('studies/s1/readout');
    expect(themes).toEqual([
      {
        themeId: 't1',
        label: 'Label of t1',
        description: 'What people say.',
        sentiment: 'neutral',
        strength: 'broad',
        trajectory: 'stable',
        preview: [
          { sourceItemId: 's1-p6', quote: 'Words of e-p6.', participantName: 'Name of p6' },
        ],
        distinctParticipants: 6,
      },
      {
        themeId: 't1b',
        label: 'Label of t1b',
        description: 'What people say.',
        sentiment: 'mixed',
        strength: 'thin',
        trajectory: 'stable',
        parentThemeId: 't1',
        preview: [
          { sourceItemId: 's1-p3', quote: 'Words of swapped.', participantName: 'Name of p3' },
        ],
        distinctParticipants: 1,
      },
    ]);
  });

  it('has no summary where the study has none', async () => {
    expect(await data('studies/s2/readout')).toMatchObject({ summary: null, objective: null });
  });
});

describe('GET /v1/recommendations/{recommendationId}', () => {
  it('shows everything that is recorded', async () => {
    expect(await data('recommendations/r-high')).toEqual({
      recommendationId: 'r-high',
      title: 'Title of r-high',
      body: 'Do it.',
      lifecycleState: 'open',
      signals: [
        { signalId: 'full', ref: 'SIG-40', label: 'Label of full' },
        { signalId: 'closed', ref: expect.any(String), label: 'Label of closed' },
      ],
      workItemLinks: [
        {
          url: 'https://github.com/acme/app/issues/3',
          provider: 'github',
          linkedAt: AT,
        },
      ],
      generatedAt: AT,
      confidence: 'high',
      confidenceRationale: 'Six people.',
      counterEvidenceNote: 'One objected.',
      actionItems: [item('Later', 'low'), item('First', 'high'), item('Second', 'high')],
      evidenceSnapshot: { totalSourceItems: 12, studyCount: 2, generatedFromEvidenceCount: 8 },
    });
    expect(await data('recommendations/r-dismissed')).toMatchObject({
      lifecycleState: 'dismissed',
      decision: { value: 'dismissed', at: AT, note: 'No.' },
    });
  });

  it('is bundled for handoff with its beliefs and their quotes, strongest first', async () => {
    const packet = await data('recommendations/r-high/work-packet');
    expect(packet.recommendation).toMatchObject({ recommendationId: 'r-high', generatedAt: AT });
    expect(packet.signals[0]).toEqual({
      signalId: 'full',
      label: 'Label of full',
      description: 'A belief.',
      stage: 'established',
      trajectory: 'stable',
      participantCount: 6,
      quoteCount: 7,
      freshness: { latestCapturedAt: AT, isStale: true },
      ref: 'SIG-40',
      confidenceBand: expect.any(String),
      archived: false,
    });
    expect(idsOf(packet.evidence)[0]).toBe('timed');
    expect(idsOf(packet.counterEvidence)[0]).toBe('swapped');
    expect(packet.acceptanceCriteria.beliefChecks).toHaveLength(2);
    expect(packet.markdown).toContain('Title of r-high');
  });
});

describe('GET /v1/action-cards', () => {
  it('shows contact data and the quote on a live call alone', async () => {
    const [live, plain] = await data('action-cards');
    expect(live).toEqual({
      actionCardId: 'live',
      type: 'live_call',
      summary: 'Look at this.',
      quote: 'I am leaving.',
      reason: 'churn_risk',
      priority: 5,
      createdAt: T0,
      refs: {
        participantId: 'p1',
        studyIds: ['s2', 's1'],
        themeIds: ['t1'],
        sourceItemId: 's1-p1',
      },
      participant: { participantId: 'p1', displayName: 'Name of p1' },
      studies: [
        { studyId: 's2', name: 'Study s2' },
        { studyId: 's1', name: 'Study s1' },
      ],
    });
    expect(plain).toEqual({
      actionCardId: 'plain',
      type: 'research_gap',
      summary: 'Look at this.',
      priority: 6,
      createdAt: T0,
      refs: { participantId: 'p1', signalId: 'full' },
      studies: [],
    });
  });
});
