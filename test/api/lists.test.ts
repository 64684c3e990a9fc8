import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActionCard } from '../../db/entities/action-card.js';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { DAY, T0 } from '../support/snapshot.js';
import { card, gap, quote, recommendation, research, signal, theme } from './team.js';

const database = useDatabase();
let api: TestApi;
let key: string;

const PEOPLE = ['p1', 'p2', 'p3', 'p4', 'p5'];
const numbers = (count: number) => [...Array(count).keys()];
const states = {
  open: {},
  accepted: { decision: { value: 'accepted', at: T0 + DAY } },
  dismissed: { decision: { value: 'dismissed', at: T0 + DAY, note: 'Not now.' } },
  shipped: {
    decision: { value: 'accepted', at: T0 + DAY },
    outcome: { value: 'shipped', at: T0 + 2 * DAY },
  },
  stale: {
    decision: { value: 'accepted', at: T0 + DAY },
    outcome: { value: 'stale', at: T0 + 2 * DAY },
  },
};

/** Seven of everything, several with the same instant, so that ids have to break ties. */
const lines = [
  ...research(['s1', 's2'], PEOPLE),
  ...numbers(5).map((at) => ({
    resource: 'study',
    studyId: `extra-${at}`,
    name: 'Extra',
    status: 'draft',
    createdAt: T0 + (at % 2) * DAY,
  })),
  theme('t1', 's1'),
  theme('t2', 's2'),
  ...PEOPLE.map((person) => quote(`q1-${person}`, 't1', `s1-${person}`)),
  ...PEOPLE.map((person) => quote(`q2-${person}`, 't2', `s2-${person}`)),
  signal('established', [
    ['t1', 'supports'],
    ['t2', 'supports'],
  ]),
  signal('emerging', [['t1', 'supports']]),
  signal('closed', [['t1', 'supports']], {
    archived: true,
    archiveReason: 'retired',
    archivedAt: T0 + 9 * DAY,
  }),
  ...numbers(4).map((at) => signal(`bare-${at}`, [])),
  ...Object.entries(states).map(([state, more]) =>
    recommendation(`r-${state}`, [state === 'open' ? 'established' : 'emerging'], more),
  ),
  recommendation('r-unpublished', ['bare-0'], { published: false }),
  recommendation('r-two', ['bare-1', 'established'], { generatedAt: T0 + 20 * DAY }),
  ...(['open', 'accepted', 'applied', 'dismissed'] as const).map((status, at) =>
    gap(`g-${status}`, 'emerging', { status, createdAt: T0 + at }),
  ),
  card('c-later', { priority: 7 }),
  card('c-calm', { priority: 2, urgency: 0.2 }),
  card('c-urgent', { priority: 2, urgency: 0.9 }),
  card('c-old', { priority: 2, urgency: 0.5, createdAt: T0 }),
  card('c-new-b', { priority: 2, urgency: 0.5, createdAt: T0 + DAY }),
  card('c-new-a', { priority: 2, urgency: 0.5, createdAt: T0 + DAY, type: 'cross_study_signal' }),
  card('c-resolved', { priority: 1, resolvedAt: T0 + DAY, resolution: 'followed' }),
  card('c-snoozed', { priority: 1, snoozedUntil: Date.now() + 50 * DAY }),
  card('c-awake', { priority: 1, snoozedUntil: T0 + DAY }),
];

beforeAll(async () => {
  api = await startApi(database);
  ({ key } = await api.team(lines));
});
afterAll(() => api.close());

type Row = Record<string, unknown>;
const ID_OF: Record<string, string> = {
  signals: 'signalId',
  studies: 'studyId',
  'studies/s1/source-items': 'sourceItemId',
  'research-gaps': 'researchGapId',
  recommendations: 'recommendationId',
  'action-cards': 'actionCardId',
};
const idOf = (list: string) => (row: Row) => row[ID_OF[list.split('?')[0] as string] as string];

async function page(list: string, more = ''): Promise<{ ids: unknown[]; body: Row }> {
  const reply = await api.get(`/v1/${list}${list.includes('?') ? '&' : '?'}${more}`, key);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return { ids: reply.body.data.map(idOf(list)), body: reply.body };
}

async function all(list: string, limit: number): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let cursor: unknown = ''; cursor !== null; ) {
    const found = await page(list, `limit=${limit}${cursor && `&cursor=${cursor}`}`);
    ids.push(...found.ids);
    cursor = found.body.cursor;
  }
  return ids;
}

const LISTS = Object.keys(ID_OF);

describe('every list', () => {
  it.each(LISTS)('/v1/%s gives the same rows whatever the page size', async (list) => {
    const whole = await page(list, 'limit=50');
    expect(whole.ids.length).toBeGreaterThanOrEqual(3);
    expect(whole.body.cursor).toBeNull();
    expect(whole.body.total).toBe(whole.ids.length);
    for (const limit of [1, 2, 3]) expect(await all(list, limit)).toEqual(whole.ids);
  });

  it.each(LISTS)('/v1/%s refuses limits out of range and never clamps them', async (list) => {
    for (const limit of ['0', '51', '-1', '2.5', '1e1', '', 'ten', '99999999999']) {
      const reply = await api.get(`/v1/${list}?limit=${limit}`, key);
      expect(reply.status).toBe(400);
      expect(reply.body.error.message).toBe('limit must be an integer from 1 to 50.');
    }
    expect((await api.get(`/v1/${list}?limit=1`, key)).status).toBe(200);
  });

  it.each(LISTS)('/v1/%s refuses a cursor that is not its own', async (list) => {
    const { body } = await page(list, 'limit=1');
    const own = body.cursor as string;
    const elsewhere = list === 'signals' ? 'studies' : 'signals';
    const foreign = (await page(elsewhere, 'limit=1')).body.cursor;
    const { key: otherKey } = await api.team(lines);
    const flipped = `${own.slice(0, -2)}${own.at(-2) === 'A' ? 'B' : 'A'}${own.at(-1)}`;
    for (const cursor of [foreign, 'garbage', '', flipped, `${own}A`, `${own}==`, '0', '%00']) {
      const reply = await api.get(`/v1/${list}?cursor=${cursor}`, key);
      expect([cursor, reply.status]).toEqual([cursor, 400]);
      expect(reply.body.error.message).toContain('cursor');
    }
    expect((await api.get(`/v1/${list}?cursor=${own}`, otherKey)).status).toBe(400);
    expect((await api.get(`/v1/${list}?limit=3&cursor=${own}`, key)).status).toBe(200);
  });

  it('refuses a cursor of another filter, and of another study', async () => {
    const { body } = await page('signals', 'limit=1');
    const filtered = await api.get(`/v1/signals?stage=emerging&cursor=${body.cursor}`, key);
    expect(filtered.status).toBe(400);
    const items = await page('studies/s1/source-items', 'limit=1');
    const other = await api.get(`/v1/studies/s2/source-items?cursor=${items.body.cursor}`, key);
    expect(other.status).toBe(400);
  });
});

describe('GET /v1/signals', () => {
  it('lists what is not archived by lastUpdated, newest first, the id breaking ties', async () => {
    const { body } = await page('signals', 'limit=50');
    const rows = body.data as { signalId: string; lastUpdated: number }[];
    expect(rows).toEqual(
      rows.toSorted((a, b) => b.lastUpdated - a.lastUpdated || (a.signalId < b.signalId ? -1 : 1)),
    );
    expect(rows.map(({ signalId }) => signalId)).not.toContain('closed');
  });

  it.each([
    ['emerging', ['bare-0', 'bare-1', 'bare-2', 'bare-3', 'emerging']],
    ['established', ['established']],
    ['actionable', ['bare-1', 'emerging', 'established']],
    ['archived', ['closed']],
  ])('stage=%s selects by the derived facts and leaves the total out', async (stage, expected) => {
    const found = await page(`signals?stage=${stage}`, 'limit=50');
    expect(found.ids.toSorted()).toEqual(expected);
    expect(found.body).not.toHaveProperty('total');
  });

  it('trajectory selects by recent movement, with a total, and combines with stage', async () => {
    const found = await page('signals?trajectory=stable', 'limit=50');
    expect(found.body.total).toBe(found.ids.length);
    expect(found.ids.length).toBe(6);
    expect((await page('signals?trajectory=rising')).ids).toEqual([]);
    const both = await page('signals?trajectory=stable&stage=established');
    expect(both.ids).toEqual(['established']);
  });

  it('shows each row as the specification describes it', async () => {
    const { body } = await page('signals?stage=archived');
    expect(body.data).toEqual([
      {
        signalId: 'closed',
        ref: expect.stringMatching(/^SIG-\d+$/),
        label: 'Label of closed',
        description: 'A belief.',
        stage: 'emerging',
        trajectory: 'stable',
        participantCount: 5,
        studyCount: 1,
        lastUpdated: T0 + 9 * DAY,
        confidenceBand: expect.stringMatching(/^(low|moderate|high)$/),
        archived: true,
        archiveReason: 'retired',
        actionable: false,
      },
    ]);
    const open = await page('signals?stage=established');
    expect((open.body.data as Row[])[0]).not.toHaveProperty('archiveReason');
    expect((open.body.data as Row[])[0]).toMatchObject({ actionable: true, studyCount: 2 });
  });

  it('refuses values outside the enumerations and names what is allowed', async () => {
    const reply = await api.get('/v1/signals?stage=Emerging&trajectory=up', key);
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toBe(
      'stage must be one of emerging, established, actionable, archived. trajectory must be one of rising, stable, declining, new.',
    );
  });
});

describe('GET /v1/studies and their source items', () => {
  it('lists studies by creation, newest first', async () => {
    expect((await page('studies')).ids).toEqual(
      ['extra-3', 'extra-1', 's2', 's1', 'extra-4', 'extra-2', 'extra-0'].toSorted(
        (a, b) => created(b) - created(a) || (a < b ? -1 : 1),
      ),
    );
  });
  const created = (id: string) =>
    id === 's1' ? T0 : id === 's2' ? T0 + 1 : T0 + (Number(id.at(-1)) % 2) * DAY;

  it('counts a study’s people over its source items, and all its themes', async () => {
    const { body } = await page('studies', 'limit=50');
    expect((body.data as Row[]).find(({ studyId }) => studyId === 's1')).toEqual({
      studyId: 's1',
      name: 'Study s1',
      status: 'active',
      participantCount: 5,
      themeCount: 1,
      createdAt: T0,
    });
  });

  it('lists source items by capture, newest first', async () => {
    const { ids, body } = await page('studies/s1/source-items');
    expect(ids).toEqual(PEOPLE.toReversed().map((person) => `s1-${person}`));
    expect((body.data as Row[])[0]).toEqual({
      sourceItemId: 's1-p5',
      status: 'analyzed',
      participantName: 'Name of p5',
      capturedAt: T0 + 5 * DAY,
      evidenceCount: 1,
    });
  });
});

describe('GET /v1/research-gaps', () => {
  it('leaves dismissed ones out unless asked for', async () => {
    expect((await page('research-gaps')).ids).toEqual(['g-applied', 'g-accepted', 'g-open']);
    for (const status of ['open', 'accepted', 'applied', 'dismissed']) {
      const found = await page(`research-gaps?status=${status}`);
      expect(found.ids).toEqual([`g-${status}`]);
      expect(found.body.total).toBe(1);
    }
  });

  it('shows the whole object', async () => {
    const { body } = await page('research-gaps?status=open');
    expect(body.data).toEqual([
      {
        researchGapId: 'g-open',
        signalId: 'emerging',
        signalRef: expect.stringMatching(/^SIG-\d+$/),
        type: 'missing_breadth',
        status: 'open',
        description: 'Too narrow.',
        suggestedAction: 'Ask others.',
      },
    ]);
  });
});

describe('GET /v1/recommendations', () => {
  it('lists published ones that are not archived, by updatedAt, with a total', async () => {
    const { ids, body } = await page('recommendations');
    expect(ids[0]).toBe('r-two');
    expect(ids.toSorted()).toEqual(
      ['r-two', ...Object.keys(states).map((state) => `r-${state}`)].sort(),
    );
    expect(body.total).toBe(6);
    expect((body.data as Row[])[0]).toEqual({
      recommendationId: 'r-two',
      title: 'Title of r-two',
      lifecycleState: 'open',
      confidence: 'moderate',
      signals: [
        { ref: expect.any(String), label: 'Label of bare-1' },
        { ref: expect.any(String), label: 'Label of established' },
      ],
      updatedAt: T0 + 20 * DAY,
    });
  });

  it('filters by status without a total, `archived` excepted; `state` is an alias that loses', async () => {
    for (const state of ['accepted', 'dismissed', 'shipped', 'stale']) {
      const found = await page(`recommendations?status=${state}`);
      expect(found.ids).toEqual([`r-${state}`]);
      expect(found.body).not.toHaveProperty('total');
    }
    expect((await page('recommendations?state=shipped')).ids).toEqual(['r-shipped']);
    expect((await page('recommendations?state=shipped&status=stale')).ids).toEqual(['r-stale']);
    expect((await page('recommendations?status=archived')).body).toMatchObject({
      data: [],
      total: 0,
    });
  });

  it('serves a cursor of `state` to `status`: they are the same filter', async () => {
    const { body } = await page('recommendations?state=open', 'limit=1');
    const cursor = body.cursor;
    expect((await page(`recommendations?status=open&cursor=${cursor}`)).ids).toHaveLength(1);
  });

  it('has no unpublished one at any address', async () => {
    for (const path of ['', '/work-packet']) {
      expect((await api.get(`/v1/recommendations/r-unpublished${path}`, key)).status).toBe(404);
    }
    const accepted = { decision: 'accepted' };
    const reply = await api.post('/v1/recommendations/r-unpublished/decision', key, accepted);
    expect(reply.status).toBe(404);
  });

  it('finds a validated one under `validated` and `archived`, and its signals under `archived`', async () => {
    const team = await api.team(lines);
    const url = '/v1/recommendations/r-accepted/outcome';
    expect((await api.post(url, team.key, { outcome: 'validated' })).status).toBe(200);
    for (const [status, total] of [
      ['archived', 1],
      ['validated', undefined],
    ]) {
      const reply = await api.get(`/v1/recommendations?status=${status}`, team.key);
      expect(reply.body).toMatchObject({
        data: [{ recommendationId: 'r-accepted', lifecycleState: 'archived' }],
      });
      expect(reply.body.total).toBe(total);
    }
    const read = await api.get('/v1/recommendations/r-accepted', team.key);
    expect(read.body.data).toMatchObject({
      lifecycleState: 'archived',
      outcome: { value: 'validated' },
    });
    const archived = await api.get('/v1/signals?stage=archived', team.key);
    expect(archived.body.data.map((row: Row) => row.signalId).sort()).toEqual([
      'closed',
      'emerging',
    ]);
  });
});

describe('GET /v1/action-cards', () => {
  it('orders by tier, urgency, newest, id, and shows neither resolved nor snoozed ones', async () => {
    expect((await page('action-cards')).ids).toEqual([
      'c-awake',
      'c-urgent',
      'c-new-a',
      'c-new-b',
      'c-old',
      'c-calm',
      'c-later',
    ]);
    const typed = await page('action-cards?type=cross_study_signal');
    expect(typed.ids).toEqual(['c-new-a']);
    expect(typed.body.total).toBe(1);
  });

  it('shows a client that pages while cards come and go every card that stayed, once', async () => {
    const team = await api.team([
      ...numbers(30).map((at) =>
        card(`stay-${at}`, { priority: 1 + (at % 3), urgency: (at % 4) / 4 }),
      ),
      ...numbers(30).map((at) =>
        card(`go-${at}`, { priority: 1 + (at % 3), urgency: (at % 5) / 5 }),
      ),
    ]);
    const ctx = database.context(team.teamId);
    const seen: string[] = [];
    let going = 0;
    for (let cursor: string | null = ''; cursor !== null; ) {
      const reply = await api.get(
        `/v1/action-cards?limit=7${cursor && `&cursor=${cursor}`}`,
        team.key,
      );
      seen.push(...reply.body.data.map((row: Row) => row.actionCardId));
      cursor = reply.body.cursor;
      for (const _ of numbers(5)) {
        const gone = `go-${going++ % 30}`;
        await api.post(`/v1/action-cards/${gone}/resolve`, team.key, { action: 'dismissed' });
      }
      await ctx.db.insert(ActionCard, {
        actionCardId: `came-${going}`,
        type: 'research_gap',
        summary: 'New.',
        priority: 1 + (going % 3),
        createdAt: new Date(),
      });
    }
    const stayed = seen.filter((id) => id.startsWith('stay-'));
    expect(stayed.toSorted()).toEqual(
      numbers(30)
        .map((at) => `stay-${at}`)
        .sort(),
    );
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('rows of the same instant', () => {
  it('follow each other by the bytes of their ids, whatever the database sorts words by', async () => {
    const ids = ['Zeta', '_dash', 'alpha', '0one', 'Beta', 'beta'];
    const studies = ids.map((studyId) => ({
      resource: 'study',
      studyId,
      name: studyId,
      status: 'active',
      createdAt: T0,
    }));
    const { key: theirs } = await api.team(studies);
    const { body } = await api.get('/v1/studies', theirs);
    expect((body.data as { studyId: string }[]).map(({ studyId }) => studyId)).toEqual(
      ids.toSorted(),
    );
  });
});
