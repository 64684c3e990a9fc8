import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WorkItemLink } from '../../db/entities/recommendation.js';
import { inTransaction } from '../../src/core/context.js';
import { autoPush } from '../../src/issues/auto-push.js';
import { useDatabase } from '../support/database.js';
import { TestProcess } from '../support/process.js';
import { FakeGitHub } from './fake-github.js';
import { FakeJira } from './fake-jira.js';
import { FakeLinear, linearError } from './fake-linear.js';
import type { Fault } from './faulty-server.js';
import { addRecommendation } from './world.js';

const database = useDatabase();
const CREATIONS = 40;
const KILLS = 3;

const trackers = [
  {
    provider: 'linear',
    start: async () => {
      const linear = new FakeLinear();
      await linear.server.start();
      const made = () => linear.issues.map(({ title }) => title);
      return { server: linear.server, credential: linear.key, made };
    },
    CREATE: 'mutation CreateIssue',
    FIND: 'query IssueByClientId',
    limit: { status: 400, body: linearError('ratelimited', 'RATELIMITED', 'Slow down') },
  },
  {
    provider: 'github',
    start: async () => {
      const github = new FakeGitHub();
      await github.server.start();
      const made = () => github.issues.map(({ title }) => title);
      return { server: github.server, credential: github.token, made };
    },
    CREATE: 'POST /repos/acme/app/issues',
    FIND: 'GET /repos/acme/app/issues',
    limit: { status: 429, headers: { 'retry-after': '1' } },
  },
  {
    provider: 'jira',
    start: async () => {
      const jira = new FakeJira();
      await jira.server.start();
      const made = () => jira.issues.map(({ fields }) => fields.summary);
      return { server: jira.server, credential: jira.token, made };
    },
    CREATE: 'POST /rest/api/3/issue',
    FIND: 'POST /rest/api/3/search/jql',
    limit: { status: 429, headers: { 'retry-after': '1' } },
  },
];

describe.each(trackers)('$provider', ({ provider, start, CREATE, FIND, limit }) => {
  it(`has one issue and one link for each of ${CREATIONS} recommendations, whatever fails and however often the process is killed`, async () => {
    const { server, credential, made } = await start();
    const teamId = await database.createTeam();
    const ctx = database.context(teamId);
    const sql = (text: string) => database.dataSource.query(text, [teamId]);
    for (let n = 0; n < CREATIONS; n++) {
      await addRecommendation(ctx, `rec-${n}`, 'accepted');
      await sql(
        `update recommendations set title = 'Number ${n}' where team_id = $1 and recommendation_id = 'rec-${n}'`,
      );
      await inTransaction(ctx, (tx) => autoPush(tx, `rec-${n}`));
    }
    const faults: Fault[] = [
      'cut-before',
      'cut-after',
      'cut-during',
      'garbled-after',
      'hang-before',
      'hang-after',
      { status: 502 },
      limit,
    ];
    // every other request passes, the rest take each fault in turn
    const plan = Array.from({ length: CREATIONS * 2 }, (_, n) =>
      n % 2 === 0 ? faults[(n / 2) % faults.length] : undefined,
    );
    server.fail(CREATE, ...plan);
    server.fail(FIND, undefined, 'cut-before', undefined, { status: 503 });

    const linked = async () => (await ctx.db.find(WorkItemLink)).length;
    for (let run = 0; (await linked()) < CREATIONS; run++) {
      expect(run).toBeLessThan(40);
      const worker = new TestProcess('test/trackers/crash-worker.ts', [
        database.url,
        teamId,
        provider,
        server.url,
        credential,
      ]);
      await worker.says(/ready/);
      const before = made().length;
      const enough = async () =>
        run < KILLS ? made().length >= before + 4 : (await linked()) === CREATIONS;
      for (let waited = 0; waited < 1_000 && !(await enough()); waited++) {
        if (waited % 20 === 19) await endPauses(sql);
        await sleep(20);
      }
      await worker.end('SIGKILL');
      await forward(sql);
    }
    await server.settled();
    const titles = Array.from({ length: CREATIONS }, (_, n) => `Number ${n}`).toSorted();
    expect(made().toSorted()).toEqual(titles);
    const links = await ctx.db.find(WorkItemLink);
    expect(links.map(({ title }) => title).toSorted()).toEqual(titles);
    expect(new Set(links.map(({ recommendationId }) => recommendationId)).size).toBe(CREATIONS);
    await server.stop();
  }, 240_000);
});

/** The minute that a tracker asked us to wait has passed. */
async function endPauses(sql: (text: string) => Promise<unknown>): Promise<void> {
  await sql('update tracker_pushes set retry_at = null where team_id = $1 and lease_id is null');
  await sql('update jobs set run_at = now() where team_id = $1 and locked_by is null');
}

/** Lets time pass after a process has died: its leases end, and jobs become due again. */
async function forward(sql: (text: string) => Promise<unknown>): Promise<void> {
  await sql(
    `update jobs set run_at = now(), locked_until = now() - interval '1 second', attempts = 0
      where team_id = $1`,
  );
  await sql(
    `update tracker_pushes set retry_at = null,
            lease_until = case when lease_id is not null then now() - interval '1 second' end
      where team_id = $1`,
  );
}
