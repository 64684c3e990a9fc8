import { expect, it } from 'vitest';
import { WorkItemLink } from '../../db/entities/recommendation.js';
import { TrackerPush } from '../../db/entities/work-item.js';
import { inTransaction } from '../../src/core/context.js';
import { commentOnWorkItems } from '../../src/issues/comments.js';
import { createWorkItem } from '../../src/issues/push.js';
import { TrackerFailure } from '../../src/issues/tracker-failure.js';
import { useDatabase } from '../support/database.js';
import { drawnFrom, type Fault } from './faulty-server.js';
import { realJira } from './real-trackers.js';
import { createWorld, ID, type World } from './world.js';

const database = useDatabase();
const RUNS = 100;
/** More than there are faults for one issue. */
const MOST_PRESSES = 12;

const FAULTS: (Fault | undefined)[] = [
  undefined,
  'cut-before',
  'cut-during',
  'cut-after',
  'garbled-after',
  { status: 403, body: { errorMessages: ['Not allowed'] } },
  { status: 404, body: { errorMessages: ['Not here'] } },
  { status: 429, headers: { 'retry-after': '30' } },
  { status: 500 },
  { status: 503, headers: { 'retry-after': '5' }, body: '<html>' },
];

const endPause = (world: World) =>
  database.dataSource.query(`update tracker_pushes set retry_at = null where team_id = $1`, [
    world.deps.teamId,
  ]);

it(`${RUNS} issues of Jira are made once each, or it is said honestly why there is none yet`, async () => {
  const lanes = await Promise.all([1, 2, 3, 4].map((seed) => makeIssues(seed, RUNS / 4)));
  const presses = lanes.flat();
  expect(presses).toHaveLength(RUNS);
  // otherwise the faults would show nothing
  expect(presses.filter((count) => count === 1).length).toBeGreaterThan(10);
  expect(presses.filter((count) => count > 1).length).toBeGreaterThan(10);
});

/** Two people press at once, again and again until there is an issue; gives how often, per run. */
async function makeIssues(seed: number, runs: number): Promise<number[]> {
  const some = drawnFrom(FAULTS, seed);
  const real = await realJira(100);
  const { tracker, server } = real;
  const presses: number[] = [];
  for (let run = 1; run <= runs; run++) {
    const world = await createWorld(database, [tracker], { state: 'open' });
    const before = real.issues();
    server.fail(real.CREATE, ...some(4));
    server.fail('POST /rest/api/3/search/jql', ...some(2));
    server.fail('POST /rest/api/3/issue/bulkfetch', ...some(2));
    server.fail('GET /rest/api/3/issue/createmeta/ENG/issuetypes', ...some(1));
    server.fail('GET /rest/api/3/myself', ...some(1));
    const links = () => world.ctx.db.find(WorkItemLink);
    for (let press = 1; ; press++) {
      expect(press).toBeLessThanOrEqual(MOST_PRESSES);
      const create = () => createWorkItem(world.ctx, tracker, ID);
      for (const one of await Promise.allSettled([create(), create()])) {
        if (one.status === 'rejected') expectHonest(one.reason);
      }
      await server.settled();
      if ((await links()).length > 0) {
        presses.push(press);
        break;
      }
      const [push] = await world.ctx.db.find(TrackerPush);
      expect(real.issues() - before).toBeLessThanOrEqual(push?.state === 'sent' ? 1 : 0);
      await endPause(world);
    }
    expect(real.issues() - before).toBe(1);
    expect(await links()).toHaveLength(1);
    await world.close();
  }
  await server.stop();
  return presses;
}

/** The word that people read names Jira, and says that an issue may exist only if one may. */
function expectHonest(failure: Error): void {
  expect(failure.message).toMatch(/Jira|Another process/);
  const unclear = failure instanceof TrackerFailure && failure.kind === 'unclear';
  expect(/may exist|may or may not/.test(failure.message)).toBe(unclear);
}

it(`${RUNS} receipts are one comment each on a Jira issue, or none after a refusal`, async () => {
  const some = drawnFrom(FAULTS, 11);
  const real = await realJira(100);
  const world = await createWorld(database, [real.tracker], { state: 'open' });
  await createWorkItem(world.ctx, real.tracker, ID);
  const refused = new Set<string>();
  for (let run = 1; run <= RUNS; run++) {
    const text = `Receipt number ${run}.`;
    const operations = [
      real.COMMENT,
      real.COMMENT.replace('POST', 'GET'),
      'POST /rest/api/3/comment/list',
    ];
    for (const operation of operations) {
      const planned = some(2);
      real.server.fail(operation, ...planned);
      if (planned.some(isRefusal)) refused.add(text);
    }
    const note = { recommendationId: ID, kind: 'receipt' as const, cause: `r${run}`, text };
    await inTransaction(world.ctx, (tx) => commentOnWorkItems(tx, note));
    for (let rounds = 0; (await pending(world)) > 0; rounds++) {
      expect(rounds).toBeLessThan(10);
      await endWaits(world);
      await world.settle();
    }
    await real.server.settled();
    const posted = real.comments().filter((body) => body.includes(`> ${text}`)).length;
    expect({ run, posted }).toEqual({ run, posted: refused.has(text) ? Math.min(posted, 1) : 1 });
  }
  expect(refused.size).toBeGreaterThan(10);
  expect(refused.size).toBeLessThan(RUNS - 30);
  await world.close();
  await real.server.stop();
});

const isRefusal = (fault: Fault | undefined): boolean =>
  typeof fault === 'object' && [403, 404].includes(fault.status);

async function pending({ deps }: World): Promise<number> {
  const [row] = await database.dataSource.query(
    `select count(*)::int as count from work_item_comments
      where team_id = $1 and posted_at is null and failure is null`,
    [deps.teamId],
  );
  return row.count;
}

/** The time that Jira asked us to wait has passed. */
const endWaits = (world: World) =>
  database.dataSource.query(
    `update jobs set run_at = now() where team_id = $1 and failed_at is null`,
    [world.deps.teamId],
  );
