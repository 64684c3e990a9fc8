import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createModels } from '../../integrations/models/index.js';
import { runEngine } from '../../src/engine/run-engine.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { FakeModelServer } from '../models/fake-model-server.js';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { ndjson } from '../support/snapshot.js';
import { belief, type Line, people, person, said, signal, study, theme } from './material.js';

const database = useDatabase();
const server = new FakeModelServer();
let api: TestApi;
beforeAll(async () => {
  await server.start();
  api = await startApi(database);
});
afterEach(() => server.reset());
afterAll(async () => {
  await api.close();
  await server.stop();
});

const models = () =>
  createModels({ llm: { provider: 'openai-compatible', model: 'fake-1', baseUrl: server.url } });

/** Established: six people in two studies, one of them against it as well. */
const established: Line[] = [
  ...belief(6),
  study('s2'),
  theme('t2', 's2'),
  signal('g1', ['t1', 't2']),
  ...said('t2', 's2', ['p1', 'p2'], 20),
  ...said('t1', 's1', ['p1'], 10, { quote: { kind: 'counterEvidence', quote: 'Not for me.' } }),
];

/** Links the signal to a codebook entry, which says what follows from it. */
const founded = (teamId: string) =>
  database.dataSource.query(
    `update signals set belief_key = 'config', implication = 'Give settings' where team_id = $1 and signal_id = 'g1'`,
    [teamId],
  );

const refresh = (teamId: string, more = {}) =>
  runEngine(database.context(teamId, more), 'everything');

async function recommended(key: string, status = 'open') {
  const { body } = await api.get(`/v1/recommendations?status=${status}`, key);
  return Promise.all(
    body.data.map(async ({ recommendationId }: { recommendationId: string }) => {
      return (await api.get(`/v1/recommendations/${recommendationId}`, key)).body.data;
    }),
  );
}

describe('an established belief from ingested interviews', () => {
  it('is recommended on once, from what was counted and said, and shown for a decision', async () => {
    const { teamId, key } = await api.team(established);
    await founded(teamId);
    await refresh(teamId);
    const [only, ...others] = await recommended(key);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      title: 'Give settings that work for the common case',
      lifecycleState: 'open',
      confidence: 'moderate',
      signals: [{ signalId: 'g1', ref: 'SIG-1' }],
      counterEvidenceNote: 'Seen differently by 1 person: “Not for me.”',
      evidenceSnapshot: { totalSourceItems: 8, studyCount: 2, generatedFromEvidenceCount: 8 },
    });
    expect(only.body).toContain('supported by 6 people in 2 studies');
    expect(only.body).toContain('“It is what it is, said in e-s2-t2-p1-20.”');
    expect(only.confidenceRationale).toContain('SIG-1: 6, in 2 studies; people against it: 1');
    expect(only.body).toMatch(/^People stop before they have seen any use\. SIG-1 /);
    expect(only.body).toContain('It worked if: More people get to a first result within an hour.');
    expect(only.actionItems).toEqual([
      {
        action:
          'Choose defaults that work without a setting, and check a configuration when it is saved',
        priority: 'high',
        supportingEvidence: expect.stringMatching(/^6 of 6 people \(e-s2-t2-p1-20, /),
      },
    ]);
    const { body } = await api.get('/v1/action-cards?type=new_recommendation', key);
    expect(body.data).toMatchObject([{ refs: { recommendationId: only.recommendationId } }]);
    expect((await refresh(teamId)).changes).toEqual([]);
  });

  it('is told with the strongest quotes first, one per person', async () => {
    const quoted = (quote: string, strength: number) => ({ quote: { quote, strength } });
    const { teamId, key } = await api.team([
      ...established,
      study('s3'),
      { ...theme('t3', 's3'), label: 'Theme t1' },
      signal('g1', ['t1', 't2', 't3']),
      ...said('t3', 's3', ['p3', 'p4', 'p5'], 20),
      ...said('t1', 's1', ['p1'], 5, quoted('The export stops in the night.', 0.99)),
      ...said('t1', 's1', ['p2'], 5, quoted('The export stops at noon.', 0.98)),
      ...said('t1', 's1', ['p1'], 4, quoted('So it goes, mostly.', 0.01)),
    ]);
    await founded(teamId);
    await refresh(teamId);
    const [only] = await recommended(key);
    expect(only.body).toContain(
      'In their words: “The export stops in the night.” “The export stops at noon.”',
    );
  });

  it('does not follow if half as many people say otherwise', async () => {
    const against = (who: string) =>
      said('t1', 's1', [who], 9, { quote: { kind: 'counterEvidence', quote: 'Not for me.' } });
    const { teamId, key } = await api.team([
      ...established,
      ...['p7', 'p8'].flatMap((who) => [person(who), ...against(who)]),
    ]);
    await founded(teamId);
    await refresh(teamId);
    expect(await recommended(key)).toEqual([]);
  });

  it('is recommended on again after a no only when the evidence has doubled', async () => {
    const { teamId, key } = await api.team(established);
    await founded(teamId);
    await refresh(teamId);
    const [first] = await recommended(key);
    const path = `/v1/recommendations/${first.recommendationId}/decision`;
    await api.post(path, key, { decision: 'dismissed' });
    const store = (lines: Line[]) => importSnapshot(database.context(teamId), () => ndjson(lines));
    await store(said('t1', 's1', people(6), 9));
    await refresh(teamId);
    expect(await recommended(key)).toEqual([]);
    await store(said('t1', 's1', ['p1', 'p2'], 8));
    await refresh(teamId);
    expect(await recommended(key)).toHaveLength(1);
  });

  it('is withdrawn with its card when the belief falls back before anybody decided', async () => {
    const { teamId, key } = await api.team(established);
    await founded(teamId);
    await refresh(teamId);
    const cards = async () =>
      (await api.get('/v1/action-cards?type=new_recommendation', key)).body.data.length;
    expect(await cards()).toBe(1);
    const store = (line: Line) => importSnapshot(database.context(teamId), () => ndjson([line]));
    await store(signal('g1', ['t1']));
    await refresh(teamId);
    expect(await recommended(key)).toEqual([]);
    expect(await cards()).toBe(0);
    await store(signal('g1', ['t1', 't2']));
    await founded(teamId);
    await refresh(teamId);
    expect(await recommended(key)).toHaveLength(1);
  });

  it('is left to the team if the codebook says nothing of what follows, or it is not established', async () => {
    const imported = await api.team(established);
    await refresh(imported.teamId);
    expect(await recommended(imported.key)).toEqual([]);
    const emerging = await api.team(belief(6));
    await founded(emerging.teamId);
    await refresh(emerging.teamId);
    expect(await recommended(emerging.key)).toEqual([]);
  });
});

it('a recommendation is the entry’s own with a model too, and no model is asked for one', async () => {
  const { teamId, key } = await api.team(established);
  await founded(teamId);
  await refresh(teamId, { models: models() });
  expect(await recommended(key)).toMatchObject([
    { title: 'Give settings that work for the common case' },
  ]);
  expect(server.requests).toEqual([]);
});
