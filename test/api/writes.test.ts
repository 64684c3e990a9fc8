import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { DAY } from '../support/snapshot.js';
import { card, gap, recommendation, research, signal } from './team.js';

const database = useDatabase();
let api: TestApi;
let key: string;
let fresh = 0;

beforeAll(async () => {
  api = await startApi(database);
});
afterAll(() => api.close());

/** A team with one of each, so that no test sees what another did. */
async function team(more: object[] = []): Promise<void> {
  fresh++;
  ({ key } = await api.team([
    ...research(['s1'], ['p1']),
    signal('sg', []),
    recommendation('r', ['sg']),
    gap('g', 'sg'),
    card('call', { type: 'live_call', refs: { participantId: 'p1' } }),
    card('plain'),
    ...more,
  ]));
}
const post = (path: string, body?: unknown) => api.post(`/v1/${path}`, key, body);
const status = async (path: string, body?: unknown) => (await post(path, body)).status;
const recommended = async () => (await api.get('/v1/recommendations/r', key)).body.data;
const queue = async () =>
  (await api.get('/v1/action-cards', key)).body.data.map(
    ({ actionCardId }: { actionCardId: string }) => actionCardId,
  );

describe('decision, outcome and reopen', () => {
  it('record value, time and note, and answer with the id alone', async () => {
    await team();
    const reply = await post('recommendations/r/decision', { decision: 'accepted', note: 'Yes.' });
    expect(reply.body).toEqual({ data: { recommendationId: 'r' } });
    expect(await recommended()).toMatchObject({
      lifecycleState: 'accepted',
      decision: { value: 'accepted', at: expect.any(Number), note: 'Yes.' },
    });
    expect(await status('recommendations/r/outcome', { outcome: 'shipped' })).toBe(200);
    expect(await recommended()).toMatchObject({
      lifecycleState: 'shipped',
      outcome: { value: 'shipped' },
    });
    expect(await status('recommendations/r/reopen', { note: 'Again.' })).toBe(200);
    const reopened = await recommended();
    expect(reopened).toMatchObject({ lifecycleState: 'open' });
    expect(reopened).not.toHaveProperty('decision');
    expect(reopened).not.toHaveProperty('outcome');
  });

  it('refuse what the state does not allow, with 409, and change nothing', async () => {
    await team();
    const refused = await post('recommendations/r/outcome', { outcome: 'shipped' });
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('invalid_transition');
    expect(refused.body.error.message).toContain('open');
    expect(await status('recommendations/r/reopen', {})).toBe(409);
    await post('recommendations/r/decision', { decision: 'dismissed' });
    const before = await recommended();
    expect(await status('recommendations/r/decision', { decision: 'accepted' })).toBe(409);
    expect(await recommended()).toEqual(before);
  });

  it('let one of two conflicting decisions win', async () => {
    await team();
    const replies = await Promise.all(
      ['accepted', 'dismissed'].map((decision) =>
        status('recommendations/r/decision', { decision }),
      ),
    );
    expect(replies.sort()).toEqual([200, 409]);
  });

  it('say 400 before 404 and 404 before 409', async () => {
    await team();
    expect(await status('recommendations/none/decision', { decision: 'maybe' })).toBe(400);
    expect(await status('recommendations/none/outcome', { outcome: 'shipped' })).toBe(404);
  });

  it.each([
    ['decision', {}, 'decision is required'],
    ['decision', { decision: 'Accepted' }, 'decision must be one of accepted, dismissed'],
    ['decision', { decision: 'accepted', note: 'x'.repeat(2001) }, 'note must have at most 2000'],
    ['decision', { decision: 'accepted', note: null }, 'note must be a string'],
    ['decision', { decision: 'accepted', note: 'a\0' }, 'note must not contain'],
    ['outcome', { outcome: 'done' }, 'outcome must be one of shipped, validated, stale'],
    ['reopen', { why: 'x' }, 'Unknown field "why". Allowed: note'],
    ['reopen', 'text', 'must be a JSON object'],
  ])('%s refuses %j', async (verb, body, message) => {
    if (fresh === 0) await team();
    const reply = await api.call('POST', `/v1/recommendations/r/${verb}`, {
      key,
      body: JSON.stringify(body),
    });
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toContain(message);
  });

  it('take notes of 2000 characters, emoji counted as one', async () => {
    await team();
    const note = '😀'.repeat(2000);
    expect(await status('recommendations/r/decision', { decision: 'accepted', note })).toBe(200);
    expect((await recommended()).decision.note).toBe(note);
  });
});

describe('work items', () => {
  it('link once by normalised address, and update title and external id in place', async () => {
    await team();
    const url = 'https://Example.com:443/a/?utm_source=x#top';
    expect(await status('recommendations/r/work-items', { url, title: 'One' })).toBe(200);
    const again = { url: 'https://example.com/a', title: 'Two', externalId: 'A-1' };
    expect(await status('recommendations/r/work-items', again)).toBe(200);
    expect((await recommended()).workItemLinks).toEqual([
      { url, provider: 'url', title: 'Two', externalId: 'A-1', linkedAt: expect.any(Number) },
    ]);
  });

  it('hold 20 at most, also when five race for the last place', async () => {
    await team();
    const link = (at: number) =>
      status('recommendations/r/work-items', { url: `https://example.com/${at}` });
    for (let at = 0; at < 19; at++) expect(await link(at)).toBe(200);
    const race = await Promise.all([100, 101, 102, 103, 104].map(link));
    expect(race.sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await link(0)).toBe(200);
  });

  it.each([
    ['another scheme', { url: 'ftp://example.com/a' }, 'http'],
    ['a script', { url: 'javascript:alert(1)' }, 'http'],
    ['what is no address', { url: 'not an address' }, 'url'],
    [
      'too long an address',
      { url: `https://example.com/${'a'.repeat(2030)}` },
      'url must have at most 2048',
    ],
    [
      'too long a title',
      { url: 'https://example.com', title: 'x'.repeat(201) },
      'title must have at most 200',
    ],
    [
      'too long an id',
      { url: 'https://example.com', externalId: 'x'.repeat(129) },
      'externalId must have at most 128',
    ],
    ['no address', {}, 'url is required'],
  ])('refuse %s', async (_, body, message) => {
    await team();
    const reply = await post('recommendations/r/work-items', body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toContain(message);
  });
});

describe('action cards', () => {
  it('leave the queue when resolved, and answer any later resolve as a no-op', async () => {
    await team();
    const reply = await post('action-cards/plain/resolve', { action: 'followed' });
    expect(reply.body).toEqual({ data: { actionCardId: 'plain' } });
    expect(await queue()).toEqual(['call']);
    for (const action of ['followed', 'dismissed', 'contacted']) {
      expect(await status('action-cards/plain/resolve', { action })).toBe(200);
    }
    expect(await status('action-cards/plain/snooze', { durationMs: 1000 })).toBe(409);
  });

  it('stamp the last contact of a live call, and refuse `contacted` on any other card', async () => {
    await team([card('call-2', { type: 'live_call', refs: { participantId: 'p1' } })]);
    expect(await status('action-cards/plain/resolve', { action: 'contacted' })).toBe(409);
    expect(await queue()).toContain('plain');
    expect(await status('action-cards/call/resolve', { action: 'contacted' })).toBe(200);
    const [other] = (await api.get('/v1/action-cards?type=live_call', key)).body.data;
    expect(other.participant.lastContactedAt).toEqual(expect.any(Number));
  });

  it('hide while snoozed and come back when the duration has passed', async () => {
    await team();
    expect(await status('action-cards/plain/snooze', { durationMs: 90 * DAY })).toBe(200);
    expect(await queue()).toEqual(['call']);
    expect(await status('action-cards/plain/snooze', { durationMs: 1 })).toBe(200);
    await expect.poll(queue).toContain('plain');
  });

  it.each([0, -1, 90 * DAY + 1, '5', null, undefined])(
    'refuse a snooze of %s',
    async (durationMs) => {
      if (fresh === 0) await team();
      const reply = await post('action-cards/plain/snooze', { durationMs });
      expect(reply.status).toBe(400);
      expect(reply.body.error.message).toContain('durationMs');
    },
  );
});

describe('drafting a study from a gap', () => {
  it('makes one draft, however often and at once it is asked for', async () => {
    await team();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => post('research-gaps/g/draft-study')),
    );
    const studies = new Set(replies.map(({ body }) => body.data.studyId));
    expect(studies.size).toBe(1);
    const [studyId] = studies;
    const readout = await api.get(`/v1/studies/${studyId}/readout`, key);
    expect(readout.body.data).toMatchObject({ studyId, status: 'draft' });
    const listed = await api.get('/v1/research-gaps', key);
    expect(listed.body.data[0]).toMatchObject({ researchGapId: 'g', draftedStudyId: studyId });
  });

  it('is refused for a dismissed and for an applied gap', async () => {
    await team([
      gap('g-d', 'sg', { status: 'dismissed' }),
      gap('g-a', 'sg', { status: 'applied' }),
    ]);
    for (const id of ['g-d', 'g-a']) {
      const reply = await post(`research-gaps/${id}/draft-study`);
      expect(reply.status).toBe(409);
      expect(reply.body.error.code).toBe('invalid_transition');
    }
  });

  it('takes no body, or an empty object', async () => {
    await team();
    expect(await status('research-gaps/g/draft-study', {})).toBe(200);
    expect(await status('research-gaps/g/draft-study', { name: 'x' })).toBe(400);
  });
});
