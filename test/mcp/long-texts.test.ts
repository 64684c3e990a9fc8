import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESULT_BYTES } from '../../src/mcp/fit.js';
import type { TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { call, connect, startMcp } from './support.js';

const database = useDatabase();
let api: TestApi;
beforeAll(async () => {
  api = await startMcp(database);
});
afterAll(() => api.close());

describe('a team whose every text is as long as an import allows', () => {
  const long = (seed: string) => seed.repeat(Math.ceil(6_000 / seed.length));
  const many = Array.from({ length: 40 }, (_, number) => number);
  const lines = [
    { resource: 'participant', participantId: 'p', displayName: 'Ana '.repeat(45) },
    {
      resource: 'study',
      studyId: 's',
      name: '研究'.repeat(90),
      status: 'active',
      createdAt: 1,
      objective: long('目的'),
      openQuestions: many.map(() => long('何? ')),
      summary: {
        narrative: long('要約。'),
        confidence: 'low',
        suggestedNextQuestions: many.map(() => long('次は? ')),
        lastUpdated: 1,
      },
    },
    {
      resource: 'sourceItem',
      sourceItemId: 'si',
      studyId: 's',
      participantId: 'p',
      status: 'analyzed',
      capturedAt: 2,
    },
    ...many.flatMap((number) => [
      {
        resource: 'theme',
        themeId: `t${number}`,
        studyId: 's',
        label: long('😀題'),
        description: long('テーマ'),
        sentiment: 'mixed',
      },
      {
        resource: 'evidence',
        evidenceId: `e${number}`,
        kind: number % 2 ? 'counterEvidence' : 'evidence',
        quote: long('"\\\u0001長い'),
        note: long('メモ'),
        themeId: `t${number}`,
        sourceItemId: 'si',
      },
      {
        resource: 'signal',
        signalId: `g${number}`,
        label: long('信念'),
        description: long('説明 '),
        implication: long('意味 '),
        themes: [{ themeId: 't0', relationship: 'supports', narrative: long('話 ') }],
      },
      {
        resource: 'researchGap',
        researchGapId: `x${number}`,
        signalId: 'g0',
        type: 'stale_evidence',
        status: 'accepted',
        description: long('隙間 '),
        suggestedAction: long('行動 '),
        createdAt: 1,
      },
      {
        resource: 'actionCard',
        actionCardId: `c${number}`,
        type: 'live_call',
        summary: long('要点 '),
        quote: long('引用 '),
        reason: 'churn_risk',
        priority: 1,
        createdAt: 1,
        refs: { themeIds: many.map((one) => `t${one}`), studyIds: ['s'] },
      },
    ]),
    {
      resource: 'recommendation',
      recommendationId: 'r',
      title: long('題名'),
      body: long('本文 '),
      signalIds: many.map((number) => `g${number}`),
      confidence: 'low',
      generatedAt: 1,
      actionItems: many.map(() => ({
        action: long('する '),
        priority: 'high',
        supportingEvidence: long('根拠 '),
      })),
    },
  ];

  it('is read in results that a client does not cut, and cursors lose nothing', async () => {
    const team = await api.team(lines);
    const client = await connect(api, team.key);
    const size = (result: unknown) => Buffer.byteLength(JSON.stringify(result));
    const limit = 25;
    const reads: [string, Record<string, unknown>][] = [
      ['search', { query: '長い', limit: 20 }],
      ['ask', { question: '長い' }],
      ['list_beliefs', { limit }],
      ['read_belief', { belief: 'g0' }],
      ['read_evidence', { studyId: 's', limit }],
      ['list_studies', { limit }],
      ['read_study', { studyId: 's' }],
      ['list_gaps', { limit }],
      ['list_inbox', { limit }],
      ['list_recommendations', { limit }],
      ['read_work_packet', { recommendationId: 'r' }],
      ['fetch', { id: 'belief:g0' }],
      ['fetch', { id: 'evidence:e0' }],
      ['fetch', { id: 'study:s' }],
      ['fetch', { id: 'recommendation:r' }],
    ];
    for (const [name, args] of reads) {
      const result = await call(client, name, args);
      expect(typeof result, `${name}: ${result}`).toBe('object');
      expect(size(result), name).toBeLessThanOrEqual(RESULT_BYTES);
    }
    const seen = new Set<string>();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await call(client, 'list_gaps', { limit, ...(cursor && { cursor }) });
      for (const { researchGapId } of page.gaps) seen.add(researchGapId);
      cursor = page.cursor;
    }
    expect(seen.size).toBe(many.length);
    await client.close();
  });

  it('a long quote is fetched whole, part by part', async () => {
    const team = await api.team(lines);
    const client = await connect(api, team.key);
    let text = '';
    for (let id: string | undefined = 'evidence:e0'; id; ) {
      const part = await call(client, 'fetch', { id });
      text += part.text;
      id = part.metadata.next;
    }
    expect(text).toContain(long('"\\\u0001長い'));
    await client.close();
  });

  it('a long name of a study takes nothing from the quote', async () => {
    const name = '研究 '.repeat(3_000);
    const renamed = lines.map((line) => (line.resource === 'study' ? { ...line, name } : line));
    const client = await connect(api, (await api.team(renamed)).key);
    const { title, text } = await call(client, 'fetch', { id: 'evidence:e0' });
    expect(title.length).toBeLessThan(200);
    expect(text).not.toContain('[cut]');
    await client.close();
  });
});
