import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Evidence } from '../../db/entities/evidence.js';
import { RecommendationSignal } from '../../db/entities/recommendation.js';
import { TrackerObject } from '../../db/entities/work-item.js';
import { GitHubTracker } from '../../integrations/github/github-tracker.js';
import { LinearTracker } from '../../integrations/linear/linear-tracker.js';
import { retireSignal } from '../../src/analysis/curate/merge-signals.js';
import type { Context } from '../../src/core/context.js';
import { Secret } from '../../src/core/secret.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { createWorkItem } from '../../src/issues/push.js';
import { syncObjectsSchedule } from '../../src/issues/sync-objects.js';
import type { Tracker } from '../../src/issues/tracker.js';
import { load } from '../slack/team.js';
import { useDatabase } from '../support/database.js';
import { TestProcess } from '../support/process.js';
import { publicUrl } from './draft.js';
import { FakeGitHub } from './fake-github.js';
import { FakeLinear, linearError } from './fake-linear.js';
import { type Fault, type FaultyServer, faultsWith } from './faulty-server.js';
import { addRecommendation } from './world.js';

const database = useDatabase();
const ISSUES = 100;
const QUOTES = 2;
const KILLS = 2;

/** A team in which every recommendation stands on the same two quotes and has an issue of its own. */
async function team(tracker: Tracker): Promise<Context> {
  const ctx = database.context(await database.createTeam());
  await load(database, ctx.db.teamId, []);
  for (const evidenceId of ['e2', 'e3', 'e4']) {
    await ctx.db.update(Evidence, { evidenceId }, { qualifies: false });
  }
  for (let n = 0; n < ISSUES; n++) {
    const recommendationId = `rec-${n}`;
    await addRecommendation(ctx, recommendationId, 'accepted');
    await ctx.db.insert(RecommendationSignal, { recommendationId, signalId: 'sig1', position: 0 });
    await createWorkItem(ctx, tracker, recommendationId);
  }
  return ctx;
}

/** Two of three requests pass, the rest take each fault in turn. */
const oneInThree = (faults: readonly Fault[]): (Fault | undefined)[] =>
  Array.from({ length: ISSUES * QUOTES * 2 }, (_, n) =>
    n % 3 === 0 ? faults[(n / 3) % faults.length] : undefined,
  );

/** Runs processes until all is done, through many nights; the first few are killed in the middle of their work. */
async function workUntil(
  done: () => Promise<boolean>,
  ctx: Context,
  args: [provider: string, apiUrl: string, credential: string],
  server: FaultyServer,
): Promise<void> {
  const { teamId } = ctx.db;
  const sql = (text: string) => database.dataSource.query(text, [teamId]);
  const night = async () => {
    await sql(
      `update tracker_objects set refused_at = refused_at - interval '1 day' where team_id = $1`,
    );
    await syncObjectsSchedule(teamId).run({ system: database.system, log: ctx.log }, new Date());
  };
  const endPauses = () =>
    sql('update jobs set run_at = now() where team_id = $1 and locked_by is null');
  for (let run = 0; !(await done()); run++) {
    expect(run).toBeLessThan(12);
    const worker = new TestProcess('test/issues/crash-worker.ts', [database.url, teamId, ...args]);
    await worker.says(/ready/);
    const before = server.received.length;
    const enough = async () =>
      run < KILLS ? server.received.length >= before + 90 + 7 * run : await done();
    for (let waited = 0; waited < 300 && !(await enough()); waited++) {
      if (waited % 40 === 39) await night();
      if (waited % 8 === 0) await endPauses();
      await sleep(50);
    }
    await worker.end('SIGKILL');
    await sql(
      `update jobs set run_at = now(), locked_until = now() - interval '1 second', attempts = 0
        where team_id = $1`,
    );
  }
  await server.settled();
}

/** The objects of a kind that are there, as the service knows them. */
const made = (ctx: Context, kind: TrackerObject['kind']) =>
  ctx.db.find(TrackerObject, { kind, state: 'made' });

describe(`${ISSUES} issues, whatever fails and however often the process is killed`, () => {
  it('have one customer request per quote in Linear, and none once the belief is retired', async () => {
    const linear = new FakeLinear();
    const { server, key } = linear;
    await server.start();
    const tracker = new LinearTracker({
      apiKey: new Secret(key),
      teamKey: 'ENG',
      apiUrl: server.url,
      publicUrl,
    });
    const ctx = await team(tracker);
    await changeSettings(ctx, { customerRequests: true });
    const faults = [
      ...faultsWith({ status: 400, body: linearError('ratelimited', 'RATELIMITED', 'Slow down') }),
      { status: 403, body: linearError('forbidden', 'FORBIDDEN', 'You may not') },
      { status: 404 },
    ];
    server.fail('mutation AddCustomerRequest', ...oneInThree(faults));
    server.fail('query CustomerRequestByClientId', undefined, 'cut-before', { status: 503 });
    const process: [string, string, string] = ['linear', server.url, key];

    const all = ISSUES * QUOTES;
    await workUntil(
      async () => (await made(ctx, 'customer_request')).length === all,
      ctx,
      process,
      server,
    );
    const perIssue = new Set(linear.customerRequests.map(({ issueId, body }) => issueId + body));
    expect(perIssue.size).toBe(all);
    expect(linear.requestIds).toHaveLength(all);

    server.fail('mutation RemoveCustomerRequest', ...oneInThree(faults));
    await retireSignal(ctx, 'sig1');
    const gone = async () =>
      (await ctx.db.find(TrackerObject, { kind: 'customer_request' })).length === 0;
    await workUntil(gone, ctx, process, server);
    expect(linear.customerRequests).toEqual([]);
    expect(linear.requestIds).toHaveLength(all);
    await server.stop();
  }, 240_000);

  it('have one sub-issue per action on GitHub', async () => {
    const github = new FakeGitHub();
    const { server, token, repo } = github;
    await server.start();
    const tracker = new GitHubTracker({
      auth: { token: new Secret(token) },
      repo,
      apiUrl: server.url,
      publicUrl,
    });
    const ctx = await team(tracker);
    await changeSettings(ctx, { subIssues: true, beliefLabels: true });
    const faults = [
      ...faultsWith({ status: 429, headers: { 'retry-after': '1' } }),
      { status: 403, body: { message: 'Must have write access' } },
      { status: 404, body: { message: 'Not Found' } },
    ];
    server.fail(`POST /repos/${repo}/issues`, ...oneInThree(faults));
    server.fail(`GET /repos/${repo}/issues`, undefined, 'cut-before', { status: 503 });
    for (let n = 1; n <= ISSUES; n++) {
      server.fail(`POST /repos/${repo}/issues/${n}/labels`, faults[n % faults.length]);
      const isPassing = n % 2 === 0;
      if (isPassing)
        server.fail(`POST /repos/${repo}/issues/${n}/sub_issues`, 'cut-after', 'cut-before');
    }
    await workUntil(
      async () => {
        const [parts, labels] = [await made(ctx, 'sub_issue'), await made(ctx, 'labels')];
        return parts.length === ISSUES && labels.length === ISSUES;
      },
      ctx,
      ['github', server.url, token],
      server,
    );
    expect(github.issues).toHaveLength(2 * ISSUES);
    expect([...github.subIssues.values()].map(({ length }) => length)).toEqual(
      Array.from({ length: ISSUES }, () => 1),
    );
    const labelled = github.issues.filter(({ labels }) => labels.length > 0);
    expect(labelled).toHaveLength(ISSUES);
    await server.stop();
  }, 240_000);
});
