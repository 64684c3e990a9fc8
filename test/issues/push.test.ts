import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkItemLink } from '../../db/entities/recommendation.js';
import { TrackerPush } from '../../db/entities/work-item.js';
import { teamStatement } from '../../db/statement.js';
import { GitHubTracker } from '../../integrations/github/github-tracker.js';
import type { Context } from '../../src/core/context.js';
import { Secret } from '../../src/core/secret.js';
import { createWorkItem } from '../../src/issues/push.js';
import type { Tracker } from '../../src/issues/tracker.js';
import { useDatabase } from '../support/database.js';
import { publicUrl } from './draft.js';
import { FakeGitHub } from './fake-github.js';
import type { Fault, FaultyServer } from './faulty-server.js';
import { cases, endPause, ID, recommendation } from './push-cases.js';

const database = useDatabase();

const expireLease = teamStatement(
  'test.expireLease',
  `update tracker_pushes set lease_until = now() - interval '1 ms' where team_id = $1`,
);
describe.each(cases)('creating a $name issue', ({ name, CREATE, FIND, limit, start }) => {
  let ctx: Context;
  let server: FaultyServer;
  let tracker: Tracker;
  let issues: unknown[];
  const create = () => createWorkItem(ctx, tracker, ID);
  const links = () => ctx.db.find(WorkItemLink);
  const push = () => ctx.db.findOne(TrackerPush, { recommendationId: ID });

  beforeEach(async () => {
    ctx = await recommendation(database);
    ({ server, tracker, issues } = await start());
  });
  afterEach(() => server.stop());

  async function expectOneIssueAndLink(): Promise<void> {
    await server.settled();
    expect(issues).toHaveLength(1);
    const [link, ...more] = await links();
    expect(more).toEqual([]);
    expect(link).toMatchObject({ provider: name.toLowerCase(), title: 'Say why an import failed' });
    expect(await push()).toMatchObject({ url: link?.url, leaseId: null, failure: null });
  }

  it('makes one issue, links it, and gives the same one ever after', async () => {
    const first = await create();
    expect(first).toMatchObject({ created: true, dropped: [], title: 'Say why an import failed' });
    expect((await links())[0]).toMatchObject({ url: first.url, externalId: first.externalId });
    expect(await create()).toEqual({ ...first, created: false });
    await expectOneIssueAndLink();
  });

  it('makes one issue for five people who press at once', async () => {
    const results = await Promise.all([create(), create(), create(), create(), create()]);
    expect(results.filter((result) => result.created)).toHaveLength(1);
    expect(new Set(results.map((result) => result.url)).size).toBe(1);
    expect(server.count(CREATE)).toBe(1);
    await expectOneIssueAndLink();
  });

  it.each<Fault>([
    'cut-before',
    'cut-during',
    'cut-after',
    'hang-before',
    'hang-after',
    'garbled-after',
    { status: 502 },
  ])('ends in one issue by itself when the answer is lost once: %j', async (fault) => {
    server.fail(CREATE, fault);
    expect(await create()).toMatchObject({ created: true });
    await expectOneIssueAndLink();
  });

  it.each<Fault>(['cut-before', 'cut-during', 'cut-after', { status: 503 }])(
    'ends in one issue when the tracker cannot even be asked afterwards, and the button is pressed again: %j',
    async (fault) => {
      server.fail(CREATE, fault);
      server.fail(FIND, { status: 503 });
      await expect(create()).rejects.toMatchObject({ kind: 'unclear' });
      expect((await push())?.failure).toContain('may exist');
      expect(await create()).toMatchObject({ created: true });
      await expectOneIssueAndLink();
    },
  );

  it('gives up visibly where the tracker stays silent, and still ends in one issue later', async () => {
    server.fail(CREATE, 'cut-before', 'cut-before');
    await expect(create()).rejects.toMatchObject({ kind: 'unclear' });
    expect(issues).toHaveLength(0);
    expect(await create()).toMatchObject({ created: true });
    await expectOneIssueAndLink();
  });

  it('waits as long as the tracker asks, without asking it meanwhile', async () => {
    server.fail(CREATE, limit);
    await expect(create()).rejects.toMatchObject({ code: 'rate_limited', kind: 'retry_later' });
    const asked = server.received.length;
    await expect(create()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(server.received).toHaveLength(asked);
    await ctx.db.rows(endPause);
    expect(await create()).toMatchObject({ created: true });
    await expectOneIssueAndLink();
  });

  it('keeps the reason of a refusal and works once a person has put it right', async () => {
    const unauthorized = { status: 401, body: { message: 'Bad credentials' } };
    server.fail(CREATE, unauthorized);
    server.fail(FIND, unauthorized);
    await expect(create()).rejects.toMatchObject({ kind: 'refused' });
    expect((await push())?.failure).toMatch(/check (LINEAR_API_KEY|GITHUB_TOKEN|JIRA_EMAIL)/);
    expect(await links()).toEqual([]);
    server.faults.clear();
    expect(await create()).toMatchObject({ created: true });
    await expectOneIssueAndLink();
  });

  it('is taken over from a process that died with the creation sent, and finds its issue', async () => {
    const died = new Promise<never>(() => {});
    let sent = () => {};
    const sending = new Promise<void>((resolve) => {
      sent = resolve;
    });
    const dying = Object.create(tracker, {
      create: {
        value: async (...args: Parameters<Tracker['create']>) => {
          await tracker.create(...args);
          sent();
          return died;
        },
      },
    }) as Tracker;
    void createWorkItem(ctx, dying, ID);
    await sending;
    await ctx.db.rows(expireLease);

    expect(await create()).toMatchObject({ created: true });
    expect(server.count(CREATE)).toBe(1);
    await expectOneIssueAndLink();
  });

  it('is taken over from a process that died before the creation went out', async () => {
    let reached = () => {};
    const sending = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const dying = Object.create(tracker, {
      create: {
        value: () => {
          reached();
          return new Promise<never>(() => {});
        },
      },
    }) as Tracker;
    void createWorkItem(ctx, dying, ID);
    await sending;
    await ctx.db.rows(expireLease);
    expect(await create()).toMatchObject({ created: true });
    await expectOneIssueAndLink();
  });

  it('sends nothing more from a process that was held up until another took over', async () => {
    let wake = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    let reached = () => {};
    const sending = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const heldUp = Object.create(tracker, {
      create: {
        value: async (...args: Parameters<Tracker['create']>) => {
          server.fail(CREATE, 'cut-before');
          const failure = await tracker.create(...args).catch((error: unknown) => error);
          reached();
          await asleep;
          throw failure;
        },
      },
    }) as Tracker;
    const late = createWorkItem(ctx, heldUp, ID).catch((error: unknown) => error);
    await sending;
    await ctx.db.rows(expireLease);
    await create();
    wake();
    expect(await late).toMatchObject({ message: expect.stringContaining('took over') });
    await expectOneIssueAndLink();
  });

  it('refuses an unknown recommendation before anything is sent', async () => {
    await expect(createWorkItem(ctx, tracker, 'nope')).rejects.toMatchObject({ code: 'not_found' });
    expect(server.received).toEqual([]);
  });

  const fillLinks = async () => {
    for (let i = 0; i < 20; i++) {
      const url = `https://example.com/${i}`;
      const link = { recommendationId: ID, normalizedUrl: url, url, linkedAt: new Date() };
      await ctx.db.insert(WorkItemLink, { ...link, provider: 'url' });
    }
  };

  it('makes nothing for a recommendation that has no room for another link', async () => {
    await fillLinks();
    await expect(create()).rejects.toMatchObject({ code: 'invalid_transition' });
    expect(issues).toHaveLength(0);
    await ctx.db.delete(WorkItemLink, {});
    expect(await create()).toMatchObject({ created: true });
    await expectOneIssueAndLink();
  });

  it('says where the issue is when the last place was taken meanwhile, and links it once there is room', async () => {
    const slow = Object.create(tracker, {
      create: {
        value: async (...args: Parameters<Tracker['create']>) => {
          const issue = await tracker.create(...args);
          await fillLinks();
          return issue;
        },
      },
    }) as Tracker;
    const refusal = await createWorkItem(ctx, slow, ID).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'invalid_transition',
      message: expect.stringMatching(
        /(ENG-1|acme\/app#1) exists at https:.*, but is not linked yet\./,
      ),
    });
    await ctx.db.delete(WorkItemLink, {});
    await create();
    await expectOneIssueAndLink();
  });

  it('must not be called within a transaction', async () => {
    const within = ctx.db.transaction((db) => createWorkItem({ ...ctx, db }, tracker, ID));
    await expect(within).rejects.toThrow(/outside transactions/);
  });
});

it('an issue whose answer was lost is looked for where it was sent to, whatever repository is configured since', async () => {
  const ctx = await recommendation(database);
  const github = new FakeGitHub();
  await github.server.start();
  const inRepository = (repo: string): Tracker =>
    new GitHubTracker({
      auth: { token: new Secret(github.token) },
      repo,
      apiUrl: github.server.url,
      timeoutMs: 1_500,
      inDoubtMs: 20,
      publicUrl,
    });
  github.server.fail('POST /repos/acme/app/issues', 'cut-after');
  github.server.fail('GET /repos/acme/app/issues', { status: 503 });
  await expect(createWorkItem(ctx, inRepository(github.repo), ID)).rejects.toThrow('may exist');
  const found = await createWorkItem(ctx, inRepository('acme/other'), ID);
  expect(found).toMatchObject({ externalId: 'acme/app#1' });
  expect(github.issues).toHaveLength(1);
  await github.server.stop();
});
