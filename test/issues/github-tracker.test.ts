import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GitHubOptions } from '../../integrations/github/github-api.js';
import { GitHubTracker } from '../../integrations/github/github-tracker.js';
import { Secret } from '../../src/core/secret.js';
import { attempt, draft, publicUrl } from './draft.js';
import { FakeGitHub } from './fake-github.js';

const CREATE = 'POST /repos/acme/app/issues';
let github: FakeGitHub;
let tracker: GitHubTracker;
const trackerWith = (options: Partial<GitHubOptions> = {}) =>
  new GitHubTracker({
    auth: { token: new Secret(github.token) },
    repo: github.repo,
    apiUrl: `${github.server.url}/`,
    publicUrl,
    timeoutMs: 1_500,
    inDoubtMs: 20,
    ...options,
  });

beforeEach(async () => {
  github = new FakeGitHub();
  await github.server.start();
  tracker = trackerWith();
});
afterEach(() => github.server.stop());

describe('the GitHub tracker', () => {
  it('makes an issue that carries its marker and a link back to the evidence', async () => {
    const ours = attempt();
    expect(await tracker.create(draft(), ours)).toEqual({
      externalId: 'acme/app#1',
      nativeId: 'I_1',
      url: 'https://github.com/acme/app/issues/1',
      title: 'Say why an import failed',
      dropped: [],
    });
    const body = github.issues[0]?.body ?? '';
    expect(body.startsWith(`<!-- belief-layer:${ours.clientId} -->\n`)).toBe(true);
    expect(body).toContain(`(${publicUrl}/p/recommendations/rec-1?t=a-token)`);
    expect(body.endsWith(draft().markdown)).toBe(true);
  });

  it('fits a packet of any length into an issue and keeps the marker', async () => {
    const ours = attempt();
    await tracker.create(draft({ markdown: '> a quote\n'.repeat(20_000) }), ours);
    const body = github.issues[0]?.body ?? '';
    expect(body.length).toBeLessThanOrEqual(65_536);
    expect(body).toContain(ours.clientId);
    expect(body).toMatch(/> a quote\n\n\(Cut here/);
  });

  it('says which labels were dropped for want of push access', async () => {
    expect(await tracker.create(draft({ labels: ['Research'] }), attempt())).toMatchObject({
      dropped: [],
    });
    github.pushAccess = false;
    const issue = await tracker.create(draft({ labels: ['Research'] }), attempt());
    expect(issue.dropped).toEqual(['label Research']);
  });

  it('finds the issue of an attempt by its marker among others, over pages, and no pull request', async () => {
    github.pageSize = 2;
    const ours = attempt();
    expect(await tracker.find(draft(), ours)).toBeUndefined();
    await tracker.create(draft(), ours);
    for (let i = 0; i < 5; i++) github.add({});
    github.add({ body: `<!-- belief-layer:${ours.clientId} -->`, pull_request: {} });
    expect(await tracker.find(draft(), ours)).toMatchObject({ externalId: 'acme/app#1' });
    expect(await tracker.find(draft(), attempt())).toBeUndefined();
  });

  it('finds it where our clock is fast', async () => {
    const ours = { ...attempt(), startedAt: new Date(Date.now() + 30 * 60_000) };
    await tracker.create(draft(), ours);
    expect(await tracker.find(draft(), ours)).toMatchObject({ externalId: 'acme/app#1' });
  });

  it('offers the repository with its labels and people, also where it may list nothing', async () => {
    const all = { places: [{ id: 'acme/app', name: 'acme/app' }] };
    expect(await tracker.choices()).toEqual({
      ...all,
      labels: ['research'],
      people: [{ id: 'ada', name: 'ada' }],
    });
    for (const list of ['user/repos', 'repos/acme/app/labels', 'repos/acme/app/assignees']) {
      github.server.fail(`GET /${list}`, { status: 403, body: { message: 'no' } });
    }
    expect(await tracker.choices()).toEqual({ ...all, labels: [], people: [] });
  });

  it('knows a person by e-mail only if the address is public and they can be assigned', async () => {
    expect(await tracker.personByEmail('ada@example.com')).toBeUndefined();
    github.emails.set('ada', 'ada@example.com').set('eve', 'eve@example.com');
    expect(await tracker.personByEmail('ada@example.com')).toEqual({ id: 'ada', name: 'ada' });
    expect(await tracker.personByEmail('eve@example.com')).toBeUndefined();
    github.server.fail('GET /search/users', { status: 403, body: { message: 'no' } });
    expect(await tracker.personByEmail('ada@example.com')).toBeUndefined();
  });

  it('finds nothing by its link for an issue that has no page', async () => {
    await tracker.create(draft({ recommendationId: undefined, pageUrl: undefined }), attempt());
    const { recommendationId: _, ...unlinked } = draft();
    expect(await tracker.similar(unlinked)).toMatchObject([{ why: 'title' }]);
    expect(github.server.count('GET /search/issues')).toBe(0);
  });

  it('finds what links to the same evidence and what has much the same title, without search', async () => {
    await tracker.create(draft(), attempt());
    await tracker.create(draft({ recommendationId: 'rec-10' }), attempt());
    github.add({ title: 'Something else' });
    github.server.fail('GET /search/issues', { status: 403, body: { message: 'no' } });
    const found = await tracker.similar(draft());
    expect(found.map(({ externalId, why }) => [externalId, why])).toEqual([
      ['acme/app#1', 'link'],
      ['acme/app#2', 'title'],
    ]);
  });

  it('says that an assignee was dropped for want of push access', async () => {
    expect((await tracker.create(draft({ assignee: 'ada' }), attempt())).dropped).toEqual([]);
    github.pushAccess = false;
    const issue = await tracker.create(draft({ assignee: 'ada' }), attempt());
    expect(issue.dropped).toEqual(['assignee ada']);
  });

  it('tells the state by what it is', async () => {
    const issue = github.add({});
    expect(await tracker.read({ externalId: 'acme/app#1' })).toMatchObject({
      nativeId: 'I_1',
      state: 'open',
    });
    for (const [reason, state] of [
      ['completed', 'completed'],
      [null, 'completed'],
      ['not_planned', 'canceled'],
      ['duplicate', 'duplicate'],
    ] as const) {
      Object.assign(issue, { state: 'closed', state_reason: reason });
      expect(await tracker.read({ externalId: 'acme/app#1' })).toMatchObject({ state });
    }
    Object.assign(issue, { state_reason: null, pull_request: { merged_at: null } });
    expect(await tracker.read({ externalId: 'acme/app#1' })).toMatchObject({ state: 'canceled' });
    Object.assign(issue, { pull_request: { merged_at: issue.updated_at } });
    expect(await tracker.read({ externalId: 'acme/app#1' })).toMatchObject({ state: 'completed' });
    expect(await tracker.read({ externalId: 'acme/app#99' })).toBeUndefined();
    expect(await tracker.read({ externalId: 'nonsense' })).toBeUndefined();
  });

  it('follows a repository that was renamed', async () => {
    const before = trackerWith({ repo: github.renamedFrom });
    const ours = attempt();
    const made = await before.create(draft(), ours);
    expect(made).toMatchObject({ externalId: 'acme/app#1' });
    expect(await before.find(draft(), ours)).toEqual(made);
    const old = { externalId: `${github.renamedFrom}#1` };
    expect(await before.read(old)).toMatchObject({ externalId: 'acme/app#1', state: 'open' });
    const comment = { commentId: ours.clientId, recommendationId: 'rec-1', markdown: 'Shipped.' };
    await before.comment(old, { ...comment, createdAt: new Date() });
    expect(await before.hasComment(old, { ...comment, createdAt: new Date() })).toBe(true);
    expect([github.issues.length, github.comments.length]).toEqual([1, 1]);
  });

  it.each(['cut-after', 'hang-after', 'garbled-after', 'cut-before', { status: 502 }] as const)(
    'calls a creation unclear whose answer is lost, and sends it once: %j',
    async (fault) => {
      github.server.fail(CREATE, fault);
      await expect(tracker.create(draft(), attempt())).rejects.toMatchObject({ kind: 'unclear' });
      expect(github.server.count(CREATE)).toBe(1);
    },
  );

  it.each([
    ['429', { status: 429, headers: { 'retry-after': '90' } }],
    ['a secondary limit', { status: 403, headers: { 'retry-after': '90' } }],
    [
      'a secondary limit without a wait',
      {
        status: 403,
        body: {
          message: 'x',
          documentation_url: 'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api',
        },
      },
    ],
    [
      'a secondary limit known by its words alone',
      { status: 403, body: { message: 'You have exceeded a secondary rate limit. Please wait.' } },
    ],
    [
      'a spent quota',
      {
        status: 403,
        headers: {
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 900),
        },
      },
    ],
  ])('waits as long as GitHub asks at %s', async (_name, answer) => {
    github.server.fail(CREATE, answer);
    const failure = await tracker.create(draft(), attempt()).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'retry_later', code: 'rate_limited' });
    expect(failure.details.retryAfterMs).toBeGreaterThanOrEqual(60_000);
    expect(failure.details.retryAfterMs).toBeLessThanOrEqual(901_000);
  });

  it.each([
    [401, /check GITHUB_TOKEN/],
    [403, /grant them "Issues: write"/],
    [404, /does not show us the repository acme\/app: check GITHUB_REPO/],
    [410, /Issues are switched off in acme\/app/],
    [422, /GitHub refused the issue: no good\.$/],
  ])('says what to do about a %i', async (status, message) => {
    github.server.fail(CREATE, { status, body: { message: 'no good.' } });
    await expect(tracker.create(draft(), attempt())).rejects.toThrow(message);
    github.server.fail(CREATE, { status, body: { message: 'no good.' } });
    await expect(tracker.create(draft(), attempt())).rejects.toMatchObject({ kind: 'refused' });
  });

  it('says that GitHub cannot be reached, which leaves no doubt that nothing was made', async () => {
    await github.server.stop();
    await expect(tracker.create(draft(), attempt())).rejects.toMatchObject({
      kind: 'retry_later',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const asApp = () =>
    trackerWith({ auth: { appId: '1', privateKey: new Secret(privateKey), installationId: '7' } });
  const TOKEN = 'POST /app/installations/7/access_tokens';

  it('works as an App with an installation token', async () => {
    expect(await asApp().create(draft(), attempt())).toMatchObject({ externalId: 'acme/app#1' });
    expect(github.server.count(TOKEN)).toBe(1);
  });

  it.each(['hang-before', 'cut-before', { status: 502 }] as const)(
    'creates nothing when the token of an App does not come: %j',
    async (fault) => {
      github.server.fail(TOKEN, fault);
      await expect(asApp().create(draft(), attempt())).rejects.toMatchObject({
        kind: 'retry_later',
      });
      expect(github.server.count(CREATE)).toBe(0);
    },
  );

  it('knows that nothing was made when an App gets no token', async () => {
    const app = trackerWith({
      auth: { appId: '1', privateKey: new Secret('not a key'), installationId: '7' },
    });
    await expect(app.create(draft(), attempt())).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('GITHUB_APP_PRIVATE_KEY'),
    });
  });

  it('never shows its token in an error', async () => {
    github.server.fail(CREATE, { status: 500 });
    const failure = await tracker.create(draft(), attempt()).catch((error) => error);
    expect(JSON.stringify({ ...failure, stack: failure.stack })).not.toContain(github.token);
  });
});
