import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErrorBody } from '../../src/api/endpoints/fields.js';
import { endpoints } from '../../src/api/endpoints/index.js';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { smallTeam } from '../support/snapshot.js';

const database = useDatabase();
let api: TestApi;
let ours: { teamId: string; key: string };
let theirs: { teamId: string; key: string };

beforeAll(async () => {
  api = await startApi(database);
  ours = await api.team(smallTeam());
  theirs = await api.team();
});
afterAll(() => api.close());

/** A valid request for every endpoint of the API, against the small team. */
const ids: Record<string, string> = {
  signalId: 'sg1',
  studyId: 'st1',
  researchGapId: 'g1',
  recommendationId: 'r1',
  actionCardId: 'c1',
};
const writing = [
  'draftStudyFromGap',
  'decideRecommendation',
  'recordOutcome',
  'reopenRecommendation',
  'linkWorkItem',
  'resolveActionCard',
  'snoozeActionCard',
];
const bodies: Record<string, unknown> = {
  searchEvidence: { query: 'how long does setup take?' },
  decideRecommendation: { decision: 'accepted' },
  recordOutcome: { outcome: 'shipped' },
  reopenRecommendation: {},
  linkWorkItem: { url: 'https://github.com/acme/app/issues/3' },
  resolveActionCard: { action: 'followed' },
  snoozeActionCard: { durationMs: 1000 },
  ask: { question: 'Why is setup slow?' },
};
const cases = endpoints.map((endpoint) => ({
  endpoint,
  name: `${endpoint.method.toUpperCase()} ${endpoint.path}`,
  method: endpoint.method.toUpperCase(),
  path:
    endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] as string) +
    (endpoint.id === 'readEvidence' ? '?signalId=sg1' : ''),
  body: bodies[endpoint.id],
  writes: writing.includes(endpoint.id),
}));

describe.each(cases)('$name', ({ endpoint, method, path, body, writes }) => {
  it('refuses a call without a key, and with a key that is none', async () => {
    for (const key of [undefined, 'nonsense', `bl_${'A'.repeat(43)}`]) {
      const reply = await api.call(method, path, { key, body });
      expect(reply.status).toBe(401);
      expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer');
      expect(ErrorBody.parse(reply.body).error.code).toBe('unauthenticated');
    }
  });

  it('refuses a write with a read key, and nothing else', async () => {
    const key = await api.key(ours.teamId, 'read');
    const reply = await api.call(method, path, { key, body });
    expect(reply.status === 403).toBe(writes);
    if (writes) expect(ErrorBody.parse(reply.body).error.code).toBe('forbidden');
  });

  it('refuses an unknown query parameter by its name', async () => {
    const reply = await api.call(method, `${path.split('?')[0]}?lmit=3`, { key: ours.key, body });
    expect(reply.status).toBe(400);
    expect(ErrorBody.parse(reply.body).error.message).toContain('"lmit"');
  });

  it('names what it allows when called with another method', async () => {
    for (const wrong of ['PUT', 'DELETE', method === 'GET' ? 'POST' : 'GET']) {
      const reply = await api.call(wrong, path, { key: ours.key });
      expect(reply.status).toBe(405);
      expect(reply.headers.get('Allow')).toContain(method);
      expect(ErrorBody.parse(reply.body).error.code).toBe('invalid_request');
    }
  });

  it('answers OPTIONS without a key', async () => {
    const reply = await api.call('OPTIONS', path);
    expect(reply.status).toBe(204);
    expect(reply.headers.get('Allow')).toContain(method);
  });

  if (endpoint.params)
    it('does not find an id of another team, nor an unknown one', async () => {
      const foreign = await api.call(method, path, { key: theirs.key, body });
      expect(foreign.status).toBe(404);
      expect(ErrorBody.parse(foreign.body).error.code).toBe('not_found');
      const unknown = path.replace(/\/(sg1|st1|g1|r1|c1)/, '/no-such-id');
      expect((await api.call(method, unknown, { key: ours.key, body })).status).toBe(404);
    });

  if (!endpoint.params)
    it('shows another team nothing of ours', async () => {
      const reply = await api.call(method, path, { key: theirs.key, body });
      expect(reply.status).toBe(200);
      expect(JSON.stringify(reply.body)).not.toMatch(/Ines|sg1|st1|Onboarding/);
    });

  if (endpoint.body)
    it('refuses bodies that are none, in the error shape', async () => {
      const attempts = [
        { body: '{', message: 'valid JSON' },
        { body: '[]', message: 'JSON object' },
        { body: 'null', message: 'JSON object' },
        { body: { ...(body as object), surprise: 1 }, message: '"surprise"' },
        { body: new Uint8Array([0x22, 0xff, 0x22]), message: 'UTF-8' },
      ];
      for (const attempt of attempts) {
        const reply = await api.call(method, path, { key: ours.key, body: attempt.body });
        expect(reply.status).toBe(400);
        expect(ErrorBody.parse(reply.body).error.message).toContain(attempt.message);
      }
      const none = await api.call(method, path, { key: ours.key });
      expect(none.status).toBe(400);
      const text = await api.call(method, path, {
        key: ours.key,
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'text/plain' },
      });
      expect(text.status).toBe(400);
      expect(text.body.error.message).toContain('application/json');
    });

  it('gives every answer a request id, and keeps a sane one of the caller', async () => {
    const reply = await api.call(method, path, { headers: { 'X-Request-Id': 'caller-1.a' } });
    expect(reply.headers.get('X-Request-Id')).toBe('caller-1.a');
    const odd = await api.call(method, path, { headers: { 'X-Request-Id': 'no spaces' } });
    expect(odd.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a valid call of every endpoint', () => {
  const inOrder = [
    ...cases.filter(({ writes }) => !writes),
    ...['linkWorkItem', 'decideRecommendation', 'recordOutcome', 'reopenRecommendation'].flatMap(
      (id) => cases.filter(({ endpoint }) => endpoint.id === id),
    ),
    ...['snoozeActionCard', 'resolveActionCard', 'draftStudyFromGap'].flatMap((id) =>
      cases.filter(({ endpoint }) => endpoint.id === id),
    ),
  ];

  it('is answered with 200 and a body that the contract describes', async () => {
    expect(inOrder).toHaveLength(20);
    const { key } = await api.team(smallTeam());
    for (const { endpoint, method, path, body, name } of inOrder) {
      const reply = await api.call(method, path, { key, body });
      expect([name, reply.status, reply.body?.error]).toEqual([name, 200, undefined]);
      expect(() => endpoint.response.parse(reply.body)).not.toThrow();
    }
  });
});
