import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WorkItemLink } from '../../db/entities/recommendation.js';
import { Handover, TrackerPush } from '../../db/entities/work-item.js';
import { inTransaction } from '../../src/core/context.js';
import { changeSettings } from '../../src/core/team-settings.js';
import { autoPush } from '../../src/issues/auto-push.js';
import { load, research } from '../slack/team.js';
import { useDatabase } from '../support/database.js';
import { TestProcess } from '../support/process.js';
import { FakeGitHub } from './fake-github.js';
import { FakeJira } from './fake-jira.js';
import { FakeLinear, linearError } from './fake-linear.js';
import { type Fault, type FaultyServer, faultsWith } from './faulty-server.js';
import { addRecommendation } from './world.js';

const database = useDatabase();
const CREATIONS = 40;
const HANDOVERS = 100;
const KILLS = 3;

const trackers = [
  {
    provider: 'linear',
    start: async () => {
      const linear = new FakeLinear();
      await linear.server.start();
      const made = () => linear.issues.map(({ title }) => title);
      const handed = () => linear.handovers.map(({ issue }) => issue);
      return { server: linear.server, credential: linear.key, made, handed };
    },
    CREATE: 'mutation CreateIssue',
    FIND: 'query IssueByClientId',
    agents: {
      agent: 'Coder',
      PROGRESS: 'query AgentProgress',
      /** Every other handover passes, the rest take each fault in turn. */
      failHandovers: (server: FaultyServer, faults: readonly Fault[]) =>
        server.fail('mutation SetDelegate', ...everyOther(faults)),
    },
    limit: { status: 400, body: linearError('ratelimited', 'RATELIMITED', 'Slow down') },
  },
  {
    provider: 'github',
    start: async () => {
      const github = new FakeGitHub();
      await github.server.start();
      const made = () => github.issues.map(({ title }) => title);
      const handed = () => github.handovers.map(({ issue }) => String(issue));
      return { server: github.server, credential: github.token, made, handed };
    },
    CREATE: 'POST /repos/acme/app/issues',
    FIND: 'GET /repos/acme/app/issues',
    agents: {
      agent: 'Copilot',
      PROGRESS: 'GET /repos/acme/app/issues/1/timeline',
      failHandovers: (server: FaultyServer, faults: readonly Fault[]) => {
        for (const [n, fault] of everyOther(faults).entries()) {
          server.fail(`POST /repos/acme/app/issues/${n + 1}/assignees`, fault);
        }
      },
    },
    limit: { status: 429, headers: { 'retry-after': '1' } },
  },
  {
    provider: 'jira',
    start: async () => {
      const jira = new FakeJira();
      await jira.server.start();
      const made = () => jira.issues.map(({ fields }) => fields.summary);
      return { server: jira.server, credential: jira.token, made, handed: (): string[] => [] };
    },
    CREATE: 'POST /rest/api/3/issue',
    FIND: 'POST /rest/api/3/search/jql',
    limit: { status: 429, headers: { 'retry-after': '1' } },
  },
];

/** Every other request passes, the rest take each fault in turn. */
function everyOther(faults: readonly Fault[]): (Fault | undefined)[] {
  return Array.from({ length: HANDOVERS * 2 }, (_, n) =>
    n % 2 === 0 ? faults[(n / 2) % faults.length] : undefined,
  );
}

describe.each(trackers)('$provider', ({ provider, start, CREATE, FIND, limit, agents }) => {
  /** A team whose accepted recommendations get their issues, which it fills with `count` of them. */
  async function team(count: number) {
    const teamId = await database.createTeam();
    const ctx = database.context(teamId);
    const sql = (text: string) => database.dataSource.query(text, [teamId]);
    for (let n = 0; n < count; n++) {
      await addRecommendation(ctx, `rec-${n}`, 'accepted');
      await sql(
        `update recommendations set title = 'Number ${n}' where team_id = $1 and recommendation_id = 'rec-${n}'`,
      );
      await inTransaction(ctx, (tx) => autoPush(tx, `rec-${n}`));
    }
    return { teamId, ctx, sql };
  }

  /** Runs a process until all is done; the first few are killed after four more of `steps`. */
  async function workUntil(
    done: () => Promise<boolean>,
    steps: () => number,
    { teamId, sql }: Pick<Awaited<ReturnType<typeof team>>, 'teamId' | 'sql'>,
    { server, credential }: { server: FaultyServer; credential: string },
    messages = 0,
  ): Promise<void> {
    for (let run = 0; !(await done()); run++) {
      expect(run).toBeLessThan(40);
      const worker = new TestProcess('test/issues/crash-worker.ts', [
        database.url,
        teamId,
        provider,
        server.url,
        credential,
        String(messages),
      ]);
      await worker.says(/ready/);
      const before = steps();
      const enough = async () => (run < KILLS ? steps() >= before + 4 : await done());
      for (let waited = 0; waited < 1_000 && !(await enough()); waited++) {
        if (waited % 20 === 19) await endPauses(sql);
        await sleep(20);
      }
      await worker.end('SIGKILL');
      await forward(sql);
    }
    await server.settled();
  }

  it(`has one issue and one link for each of ${CREATIONS} recommendations, whatever fails and however often the process is killed`, async () => {
    const stand = await start();
    const { server, made } = stand;
    const { ctx, ...ours } = await team(CREATIONS);
    server.fail(CREATE, ...everyOther(faultsWith(limit)));
    server.fail(FIND, undefined, 'cut-before', undefined, { status: 503 });

    const linked = async () => (await ctx.db.find(WorkItemLink)).length === CREATIONS;
    await workUntil(linked, () => made().length, ours, stand);
    const titles = Array.from({ length: CREATIONS }, (_, n) => `Number ${n}`).toSorted();
    expect(made().toSorted()).toEqual(titles);
    const links = await ctx.db.find(WorkItemLink);
    expect(links.map(({ title }) => title).toSorted()).toEqual(titles);
    expect(new Set(links.map(({ recommendationId }) => recommendationId)).size).toBe(CREATIONS);
    await server.stop();
  }, 240_000);

  it(`has one issue for each of ${CREATIONS} messages, whatever fails and however often the process is killed`, async () => {
    const stand = await start();
    const { server, made } = stand;
    const { ctx, ...ours } = await team(0);
    const lines = research().filter(({ resource }) => resource !== 'recommendation');
    await load(database, ours.teamId, [], lines);
    server.fail(CREATE, ...everyOther(faultsWith(limit)));
    server.fail(FIND, undefined, 'cut-before', undefined, { status: 503 });

    const pushes = () => ctx.db.find(TrackerPush, { state: 'linked' });
    const linked = async () => (await pushes()).length === CREATIONS;
    await workUntil(linked, () => made().length, ours, stand, CREATIONS);
    const titles = Array.from({ length: CREATIONS }, (_, n) => `Number ${n}`).toSorted();
    expect(made().toSorted()).toEqual(titles);
    for (const { signalId, status } of await pushes()) {
      expect({ signalId, status }).toMatchObject({ signalId: 'sig1', status: { state: 'open' } });
    }
    await server.stop();
  }, 240_000);

  it.runIf(agents)(
    `hands each of ${HANDOVERS} issues over once, whatever fails and however often the process is killed`,
    async () => {
      const stand = await start();
      const { server, made, handed } = stand;
      const { ctx, ...ours } = await team(HANDOVERS);
      await changeSettings(ctx, { handOverTo: agents!.agent });
      server.fail(CREATE, undefined, 'cut-after', undefined, 'garbled-after');
      server.fail(agents!.PROGRESS, 'cut-before', undefined, { status: 503 });
      agents!.failHandovers(server, faultsWith(limit));

      const done = async () => {
        const rows = await ctx.db.find(Handover, { state: 'handed' });
        return rows.length === HANDOVERS;
      };
      await workUntil(done, () => handed().length, ours, stand);
      expect(made()).toHaveLength(HANDOVERS);
      expect(handed()).toHaveLength(HANDOVERS);
      expect(new Set(handed()).size).toBe(HANDOVERS);
      await server.stop();
    },
    240_000,
  );
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
