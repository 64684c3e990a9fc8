import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { DAY, T0 } from '../support/snapshot.js';
import { quote, research, signal, theme } from './team.js';

const database = useDatabase();
let api: TestApi;
let key: string;

/** Every quote, as plain facts that expectations are computed from. */
interface Fact {
  id: string;
  kind: 'evidence' | 'counterEvidence';
  themeId: string;
  studyId: string;
  sourceItemId: string;
  participantId: string;
  strength: number;
  capturedAt: number | null;
}
const themeStudies: Record<string, string> = { ta: 's1', tb: 's1', tc: 's2' };
const people = ['p1', 'p2', 'p3'];
const facts: Fact[] = [];
for (const [themeId, studyId] of Object.entries(themeStudies)) {
  for (const [index, participantId] of people.entries()) {
    for (const kind of ['evidence', 'counterEvidence'] as const) {
      facts.push({
        id: `${themeId}-${participantId}-${kind === 'evidence' ? 'e' : 'c'}`,
        kind,
        themeId,
        studyId,
        sourceItemId: `${studyId}-${participantId}`,
        participantId,
        strength: [0.9, 0.5, 0.5][index] as number,
        capturedAt: index === 2 && kind === 'counterEvidence' ? null : T0 + (index + 1) * DAY,
      });
    }
  }
}
/** The signal `sg` holds `ta` as it is and `tc` the other way round. */
const signalThemes: Record<string, boolean> = { ta: true, tc: false };
const signalKind = ({ kind, themeId }: Fact) =>
  signalThemes[themeId] === (kind === 'evidence') ? 'evidence' : 'counterEvidence';

beforeAll(async () => {
  api = await startApi(database);
  ({ key } = await api.team([
    ...research(['s1', 's2'], people),
    ...Object.entries(themeStudies).map(([themeId, studyId]) => theme(themeId, studyId)),
    ...facts.map(({ id, kind, themeId, sourceItemId, strength, capturedAt }) =>
      quote(id, themeId, sourceItemId, { kind, strength, capturedAt }),
    ),
    // none of these qualifies
    quote('withdrawn', 'ta', 's1-p1', { withdrawn: true }),
    {
      resource: 'sourceItem',
      sourceItemId: 'poor',
      studyId: 's1',
      participantId: 'p1',
      status: 'analyzed',
      capturedAt: T0,
      qualityScore: 0.39,
    },
    quote('below-the-bar', 'ta', 'poor'),
    {
      resource: 'sourceItem',
      sourceItemId: 'unfinished',
      studyId: 's1',
      participantId: 'p1',
      status: 'processing',
      capturedAt: T0,
    },
    quote('not-analyzed', 'ta', 'unfinished'),
    signal('sg', [
      ['ta', 'supports'],
      ['tc', 'contradicts'],
    ]),
    signal('bare', []),
  ]));
});
afterAll(() => api.close());

const read = async (query: string) => {
  const reply = await api.get(`/v1/evidence?${query}`, key);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.data;
};
const idsOf = (packet: { items: { evidenceId: string }[] }) =>
  packet.items.map(({ evidenceId }) => evidenceId);

const strongestFirst = (a: Fact, b: Fact) =>
  b.strength - a.strength ||
  (b.capturedAt ?? Number.NEGATIVE_INFINITY) - (a.capturedAt ?? Number.NEGATIVE_INFINITY) ||
  (a.id < b.id ? -1 : 1);

interface Scopes {
  signalId?: string | undefined;
  themeIds?: string[] | undefined;
  studyId?: string | undefined;
  sourceItemIds?: string[] | undefined;
  evidenceIds?: string[] | undefined;
  includeCounterEvidence?: boolean | undefined;
}

function expected(scopes: Scopes): Fact[] {
  const kindMatters = !scopes.evidenceIds && !scopes.includeCounterEvidence;
  return facts
    .filter(
      (fact) =>
        (!scopes.signalId || (scopes.signalId === 'sg' && fact.themeId in signalThemes)) &&
        (!scopes.themeIds || scopes.themeIds.includes(fact.themeId)) &&
        (!scopes.studyId || scopes.studyId === fact.studyId) &&
        (!scopes.sourceItemIds || scopes.sourceItemIds.includes(fact.sourceItemId)) &&
        (!scopes.evidenceIds || scopes.evidenceIds.includes(fact.id)) &&
        (!kindMatters || (scopes.signalId ? signalKind(fact) : fact.kind) === 'evidence'),
    )
    .toSorted(strongestFirst);
}

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const anyScopes: fc.Arbitrary<Scopes> = fc
  .record({
    signalId: optional(fc.constantFrom('sg', 'bare', 'unknown')),
    themeIds: optional(fc.subarray(['ta', 'tb', 'tc', 'unknown'], { minLength: 1 })),
    studyId: optional(fc.constantFrom('s1', 's2', 'unknown')),
    sourceItemIds: optional(
      fc.subarray(['s1-p1', 's1-p2', 's2-p1', 's2-p3', 'unknown'], { minLength: 1 }),
    ),
    evidenceIds: optional(fc.subarray([...facts.map(({ id }) => id), 'unknown'], { minLength: 1 })),
    includeCounterEvidence: optional(fc.boolean()),
  })
  .filter(({ includeCounterEvidence, ...scopes }) => Object.values(scopes).some(Boolean));

const queryOf = (scopes: Scopes, more: Record<string, string> = {}) =>
  new URLSearchParams([
    ...Object.entries(scopes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
    ...Object.entries(more),
  ]).toString();

describe('GET /v1/evidence', () => {
  it('intersects any combination of scopes, strongest first, and counts every qualifying row', async () => {
    await fc.assert(
      fc.asyncProperty(anyScopes, fc.integer({ min: 1, max: 7 }), async (scopes, maxItems) => {
        const matching = expected(scopes);
        const packet = await read(queryOf(scopes, { maxItems: String(maxItems) }));
        expect(idsOf(packet)).toEqual(matching.slice(0, maxItems).map(({ id }) => id));
        expect(packet.total).toBe(matching.length);
        expect(packet.distinctParticipants).toBe(
          new Set(matching.map(({ participantId }) => participantId)).size,
        );
        expect(packet.scope.themeIds.toSorted()).toEqual(
          [...new Set(matching.map(({ themeId }) => themeId))].sort(),
        );
        expect(packet.scope.studyIds.toSorted()).toEqual(
          [...new Set(matching.map(({ studyId }) => studyId))].sort(),
        );
        expect(packet.cursor === null).toBe(matching.length <= maxItems);
        expect(packet.unresolvedIds).toEqual(
          scopes.evidenceIds?.filter((id) => !matching.some((fact) => fact.id === id)),
        );
        for (const item of packet.items) {
          const fact = matching.find(({ id }) => id === item.evidenceId) as Fact;
          expect(item.kind).toBe(scopes.signalId ? signalKind(fact) : fact.kind);
          expect(item.capturedAt).toBe(fact.capturedAt);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('pages by its cursor, which is the offset of the next page, to the last row and no further', async () => {
    const all = expected({ studyId: 's1', includeCounterEvidence: true }).map(({ id }) => id);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const packet = await read(
        `studyId=s1&includeCounterEvidence=true&maxItems=5${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...idsOf(packet));
      expect(packet.total).toBe(all.length);
      cursor = packet.cursor;
      if (cursor !== null) expect(cursor).toBe(String(seen.length));
    }
    expect(seen).toEqual(all);
    expect(await read('studyId=s1&cursor=5000')).toMatchObject({ items: [], cursor: null });
  });

  it('reports which ids do not resolve: malformed, unknown, gone, below the bar, or excluded by a scope', async () => {
    const given =
      'ta-p1-e,no%00id,never,withdrawn,below-the-bar,not-analyzed,tb-p1-e,ta-p1-c,never';
    const packet = await read(`evidenceIds=${given}&themeIds=ta`);
    expect(idsOf(packet)).toEqual(['ta-p1-c', 'ta-p1-e']);
    expect(packet.unresolvedIds).toEqual([
      'no\0id',
      'never',
      'withdrawn',
      'below-the-bar',
      'not-analyzed',
      'tb-p1-e',
    ]);
    expect((await read('evidenceIds=tb-p1-e')).unresolvedIds).toEqual([]);
    expect(await read('themeIds=ta')).not.toHaveProperty('unresolvedIds');
  });

  it('gives an empty packet for a scope id that is unknown, malformed or another team’s', async () => {
    const other = await api.team();
    const empty = {
      items: [],
      scope: { themeIds: [], studyIds: [] },
      distinctParticipants: 0,
      total: 0,
      cursor: null,
    };
    expect(await read('signalId=unknown')).toEqual(empty);
    expect(await read('studyId=a%00b')).toEqual(empty);
    const reply = await api.get('/v1/evidence?signalId=sg&themeIds=ta', other.key);
    expect(reply.body.data).toEqual(empty);
  });

  it.each([
    ['', 'At least one scope'],
    ['includeCounterEvidence=true', 'At least one scope'],
    ['signalId=sg&maxItems=0', 'maxItems must be an integer from 1 to 100'],
    ['signalId=sg&maxItems=101', 'maxItems must be an integer from 1 to 100'],
    ['signalId=sg&maxItems=1.5', 'maxItems must be an integer from 1 to 100'],
    ['signalId=sg&includeCounterEvidence=yes', 'includeCounterEvidence must be one of true, false'],
    ['signalId=sg&cursor=-1', 'cursor must be'],
    ['signalId=sg&cursor=abc', 'cursor must be'],
    ['signalId=', 'signalId must not be empty'],
    ['themeIds=', 'themeIds must be 1 to 50 ids'],
    [`evidenceIds=${Array(51).fill('x').join(',')}`, 'evidenceIds must be 1 to 50 ids'],
    ['signalId=sg&signalId=sg', '"signalId" is repeated'],
    ['signalId=%E0%A4%A', 'percent-encoding'],
  ])('refuses ?%s', async (query, message) => {
    const reply = await api.get(`/v1/evidence?${query}`, key);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toMatchObject({ code: 'invalid_request' });
    expect(reply.body.error.message).toContain(message);
  });

  it('takes 50 ids', async () => {
    const packet = await read(`themeIds=ta,${Array(49).fill('x').join(',')}`);
    expect(packet.total).toBe(3);
  });
});

describe('POST /v1/evidence/search', () => {
  it('puts a pasted quote first, with a score between 0 and 1', async () => {
    const reply = await api.post('/v1/evidence/search', key, { query: 'Words of tb-p2-e.' });
    expect(reply.status).toBe(200);
    expect(reply.body.data[0].item.evidenceId).toBe('tb-p2-e');
    expect(reply.body.data[0].score).toBeGreaterThan(0.9);
  });

  it.each([
    [{}, 'query is required'],
    [{ query: '' }, 'query must not be blank'],
    [{ query: ' \n' }, 'query must not be blank'],
    [{ query: 'x'.repeat(2001) }, 'query must have at most 2000 characters'],
    [{ query: 'a\0b' }, 'query must not contain'],
    [{ query: '\ud800' }, 'query must not contain'],
    [{ query: 'x', limit: 0 }, 'limit must be an integer from 1 to 50.'],
    [{ query: 'x', limit: 51 }, 'limit must be an integer from 1 to 50.'],
    [{ query: 'x', limit: '5' }, 'limit must be an integer from 1 to 50.'],
    [{ query: 'x', minScore: 1.01 }, 'minScore must be a number from 0 to 1.'],
    [{ query: 'x', minScore: -0.01 }, 'minScore must be a number from 0 to 1.'],
    [{ query: 'x', kind: 'counter' }, 'kind must be one of evidence, counterEvidence'],
    [{ query: 7 }, 'query must be a string'],
  ])('refuses %j', async (body, message) => {
    const reply = await api.post('/v1/evidence/search', key, body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toContain(message);
  });
});
