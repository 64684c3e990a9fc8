import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { IssueQuestion } from '../../../db/entities/work-item.js';
import { useDatabase } from '../../support/database.js';
import { TestProcess } from '../../support/process.js';
import { linearError } from '../fake-linear.js';
import { faultsWith } from '../faulty-server.js';
import { askingInGitHub, askingInLinear, KEY } from './asked.js';

const database = useDatabase();
const QUESTIONS = 100;
const KILLS = 4;

const trackers = [
  {
    provider: 'linear',
    async start() {
      const asking = await askingInLinear(database);
      const { clientId, clientSecret } = asking.linear.credentials;
      return {
        asking,
        credentials: [clientSecret, clientId, KEY],
        repliesTo: ({ threadId }: IssueQuestion) =>
          asking.linear.activities.filter(
            ({ agentSessionId, content }) =>
              agentSessionId === threadId && content.type !== 'thought',
          ).length,
      };
    },
    faulty: [
      'mutation AddActivity',
      'query ActivityByClientId',
      'query Ourselves',
      'POST /oauth/token',
    ],
    limit: { status: 400, body: linearError('ratelimited', 'RATELIMITED', 'Slow down') },
  },
  {
    provider: 'github',
    async start() {
      const asking = await askingInGitHub(database);
      asking.github.pageSize = 1_000;
      return {
        asking,
        credentials: [asking.github.token],
        repliesTo: ({ replyId }: IssueQuestion) =>
          asking.github.comments.filter(({ body }) => body.includes(replyId)).length,
      };
    },
    faulty: [
      'POST /repos/acme/app/issues/1/comments',
      'GET /repos/acme/app/issues/1/comments',
      'GET /repos/acme/app/collaborators/ada/permission',
      'GET /repos/acme/app',
    ],
    limit: { status: 429, headers: { 'retry-after': '1' } },
  },
];

describe.each(trackers)('$provider', ({ provider, start, faulty, limit }) => {
  it(`has one reply to each of ${QUESTIONS} questions, whatever fails and however often the process is killed`, async () => {
    const { asking, credentials, repliesTo } = await start();
    const { world, server } = asking;
    const { teamId } = world.ctx.db;
    const sql = (text: string) => database.dataSource.query(text, [teamId]);
    const faults = faultsWith(limit);
    // every third request fails, each in its own way
    const plan = Array.from({ length: QUESTIONS * 2 }, (_, n) =>
      n % 3 === 1 ? faults[Math.floor(n / 3) % faults.length] : undefined,
    );
    for (const operation of faulty) server.fail(operation, ...plan);
    for (let n = 0; n < QUESTIONS; n++) {
      const { body, headers } = asking.question();
      expect((await world.deliver(provider, body, headers)).status).toBe(200);
      // far enough apart that none is too many
      if (n % 9 === 8) {
        await sql(
          `update issue_questions set asked_at = asked_at - interval '61 minutes' where team_id = $1`,
        );
      }
    }
    const open = async () =>
      (await world.ctx.db.find(IssueQuestion)).filter(({ settledAt }) => !settledAt).length;
    for (let run = 0; (await open()) > 0; run++) {
      expect(run).toBeLessThan(40);
      const worker = new TestProcess('test/issues/questions/crash-worker.ts', [
        ...[database.url, teamId, provider, server.url, ...credentials],
      ]);
      await worker.says(/ready/);
      const before = asking.replies().length;
      const enough = async () =>
        run < KILLS ? asking.replies().length >= before + 8 : (await open()) === 0;
      for (let waited = 0; waited < 500 && !(await enough()); waited++) {
        if (waited % 20 === 19) {
          await sql('update jobs set run_at = now() where team_id = $1 and locked_by is null');
        }
        await sleep(20);
      }
      await worker.end('SIGKILL');
      // its leases end
      await sql(
        `update jobs set run_at = now(), locked_until = now() - interval '1 second' where team_id = $1`,
      );
    }
    await server.settled();
    const all = await world.ctx.db.find(IssueQuestion);
    expect(all).toHaveLength(QUESTIONS);
    expect(all.filter(({ state }) => state !== 'answered')).toEqual([]);
    expect(all.filter((question) => repliesTo(question) !== 1)).toEqual([]);
    expect(asking.replies()).toHaveLength(QUESTIONS);
    expect(asking.notices()).toBeLessThanOrEqual(QUESTIONS);
    await asking.close();
  }, 240_000);
});
