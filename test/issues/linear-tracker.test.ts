import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LinearOptions } from '../../integrations/linear/linear-api.js';
import { LinearTracker } from '../../integrations/linear/linear-tracker.js';
import { Secret } from '../../src/core/secret.js';
import { attempt, draft, publicUrl } from './draft.js';
import { FakeLinear, linearError } from './fake-linear.js';

let linear: FakeLinear;
let tracker: LinearTracker;
const trackerWith = (options: Partial<LinearOptions> = {}) =>
  new LinearTracker({
    apiKey: new Secret(linear.key),
    teamKey: 'ENG',
    apiUrl: `${linear.server.url}/graphql`,
    publicUrl,
    timeoutMs: 1_500,
    ...options,
  });

beforeEach(async () => {
  linear = new FakeLinear();
  await linear.server.start();
  tracker = trackerWith();
});
afterEach(() => linear.server.stop());

describe('the Linear tracker', () => {
  it('makes an issue with the id it was given and a link back to the evidence', async () => {
    const ours = attempt();
    const issue = await tracker.create(draft(), ours);
    expect(issue).toEqual({
      externalId: 'ENG-1',
      nativeId: ours.clientId,
      url: 'https://linear.app/acme/issue/ENG-1/a-title',
      title: 'Say why an import failed',
      dropped: [],
    });
    expect(linear.issues[0]).toMatchObject({ id: ours.clientId, description: draft().markdown });
    expect([...linear.attachments.values()]).toMatchObject([
      { issueId: ours.clientId, url: `${publicUrl}/p/recommendations/rec-1?t=a-token` },
    ]);
  });

  it('gives the first issue when the same attempt is created again', async () => {
    const ours = attempt();
    const first = await tracker.create(draft(), ours);
    expect(await tracker.create(draft(), ours)).toEqual(first);
    expect(linear.issues).toHaveLength(1);
  });

  it('looks the team up once', async () => {
    await tracker.create(draft(), attempt());
    await tracker.create(draft(), attempt());
    expect(linear.server.count('query TeamByKey')).toBe(1);
  });

  it('finds the issue of an attempt, and completes the link back that was cut off', async () => {
    const ours = attempt();
    expect(await tracker.find(draft(), ours)).toBeUndefined();
    linear.server.fail('mutation AddBackLink', 'cut-before');
    expect(await tracker.create(draft(), ours)).toMatchObject({ dropped: ['back link'] });
    expect(await tracker.find(draft(), ours)).toMatchObject({ externalId: 'ENG-1', dropped: [] });
    expect(linear.attachments.size).toBe(1);
  });

  it('sets the labels that exist and says which do not', async () => {
    const issue = await tracker.create(draft({ labels: ['research', 'beliefs'] }), attempt());
    expect(issue.dropped).toEqual(['label beliefs']);
    expect(linear.issues[0]?.labelIds).toEqual(['label-research']);
  });

  it('takes a person by name, a team and a priority, and says whom it does not know', async () => {
    const chosen = { assignee: 'ADA', place: 'team-ops', priority: 'high' as const };
    const issue = await tracker.create(draft(chosen), attempt());
    expect(issue).toMatchObject({ externalId: 'OPS-1', dropped: [] });
    expect(linear.issues[0]).toMatchObject({ assigneeId: 'user-ada', priority: 2 });
    const other = await tracker.create(draft({ assignee: 'Nobody' }), attempt());
    expect(other.dropped).toEqual(['assignee Nobody']);
  });

  it('offers teams, people and labels, the configured team first', async () => {
    expect(await trackerWith({ teamKey: 'OPS' }).choices()).toEqual({
      places: [
        { id: 'team-ops', name: 'Operations' },
        { id: 'team-eng', name: 'Engineering' },
      ],
      labels: ['research'],
      people: [{ id: 'user-ada', name: 'Ada' }],
    });
  });

  it('knows the people of a team by their e-mail address', async () => {
    const ada = { id: 'user-ada', name: 'Ada' };
    expect(await tracker.personByEmail('ADA@example.com')).toEqual(ada);
    expect(await tracker.personByEmail('ada@example.com', 'team-ops')).toEqual(ada);
    expect(await tracker.personByEmail('eve@example.com')).toBeUndefined();
  });

  it('finds nothing by its link for an issue that has no page', async () => {
    await tracker.create(draft({ recommendationId: undefined, pageUrl: undefined }), attempt());
    const { recommendationId: _, ...unlinked } = draft();
    expect(await tracker.similar(unlinked)).toMatchObject([{ externalId: 'ENG-1', why: 'title' }]);
  });

  it('finds what links to the same evidence and what has much the same title', async () => {
    await tracker.create(draft(), attempt());
    await tracker.create(draft({ recommendationId: 'rec-10' }), attempt());
    await tracker.create(draft({ recommendationId: 'rec-3', title: 'Another import' }), attempt());
    const found = await tracker.similar(draft());
    expect(found.map(({ externalId, why }) => [externalId, why])).toEqual([
      ['ENG-1', 'link'],
      ['ENG-2', 'title'],
    ]);
  });

  it('reads an issue by key or id and tells its state by type', async () => {
    await tracker.create(draft(), attempt());
    expect(await tracker.read({ externalId: 'ENG-1' })).toMatchObject({
      externalId: 'ENG-1',
      state: 'open',
    });
    for (const [type, state] of [
      ['started', 'started'],
      ['completed', 'completed'],
      ['canceled', 'canceled'],
      ['duplicate', 'duplicate'],
    ] as const) {
      linear.issues[0]!.state = { id: 's', name: 'Whatever we call it', type };
      expect(await tracker.read({ externalId: linear.issues[0]!.id })).toMatchObject({ state });
    }
    expect(await tracker.read({ externalId: 'ENG-99' })).toBeUndefined();
  });

  it.each(['cut-after', 'hang-after', 'garbled-after', 'cut-before', { status: 502 }] as const)(
    'calls a creation unclear whose answer is lost: %j',
    async (fault) => {
      linear.server.fail('mutation CreateIssue', fault);
      await expect(tracker.create(draft(), attempt())).rejects.toMatchObject({ kind: 'unclear' });
    },
  );

  it('takes a rate limit, which comes as HTTP 400, for what it is', async () => {
    const body = linearError('ratelimited', 'RATELIMITED', 'Rate limit exceeded');
    const reset = String(Date.now() + 120_000);
    const headers = { 'x-ratelimit-requests-remaining': '0', 'x-ratelimit-requests-reset': reset };
    linear.server.fail('mutation CreateIssue', { status: 400, headers, body });
    const failure = await tracker.create(draft(), attempt()).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'retry_later', code: 'rate_limited' });
    expect(failure.details.retryAfterMs).toBeGreaterThan(60_000);
    expect(failure.message).toMatch(/until \d\d:\d\d:\d\d UTC/);
  });

  it('knows a rate limit by its code alone', async () => {
    const body = { errors: [{ message: 'Slow down', extensions: { code: 'RATELIMITED' } }] };
    linear.server.fail('query TeamByKey', { status: 400, body });
    await expect(tracker.create(draft(), attempt())).rejects.toMatchObject({ kind: 'retry_later' });
  });

  it('says what to do about a bad key, a missing team, a missing right and a refused issue', async () => {
    const failing = (with_: LinearTracker) => expect(with_.create(draft(), attempt())).rejects;
    await failing(trackerWith({ apiKey: new Secret('wrong') })).toThrow(/check LINEAR_API_KEY/);
    await failing(trackerWith({ teamKey: 'NONE' })).toThrow(
      /does not show us a team with the key "NONE"/,
    );
    const forbidden = linearError('forbidden', 'FORBIDDEN', 'Not allowed');
    linear.server.fail('mutation CreateIssue', { status: 403, body: forbidden });
    await failing(tracker).toThrow(/may not create issues in team ENG/);
    const invalid = linearError('invalid input', 'INPUT_ERROR', 'Title is\ntoo long.');
    linear.server.fail('mutation CreateIssue', { status: 400, body: invalid });
    await failing(tracker).toThrow('Linear refused the issue: Title is too long.');
    expect(linear.issues).toEqual([]);
  });

  it('is certain that nothing was made where it did not get as far as the creation', async () => {
    linear.server.fail('query TeamByKey', 'cut-before');
    await expect(tracker.create(draft(), attempt())).rejects.toMatchObject({ kind: 'retry_later' });
    const nowhere = trackerWith({ apiUrl: 'http://127.0.0.1:1/graphql' });
    await expect(nowhere.create(draft(), attempt())).rejects.toMatchObject({
      kind: 'retry_later',
      message: expect.stringContaining('Linear cannot be reached'),
    });
  });

  it('refuses at the start an address that no request could use', () => {
    expect(() => trackerWith({ apiUrl: 'http://linear.example.com' })).toThrow(
      /^LINEAR_API_URL must/,
    );
  });

  it('never shows its key in an error', async () => {
    linear.server.fail('mutation CreateIssue', { status: 500, body: 'oops' });
    const failure = await tracker.create(draft(), attempt()).catch((error) => error);
    expect(
      JSON.stringify({ ...failure, stack: failure.stack, cause: failure.cause }),
    ).not.toContain(linear.key);
  });
});
