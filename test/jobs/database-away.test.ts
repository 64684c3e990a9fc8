import { Registry } from 'prom-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDataSource } from '../../db/data-source.js';
import { Job } from '../../db/entities/job.js';
import { SystemDatabase } from '../../db/system-database.js';
import { enqueue } from '../../src/jobs/index.js';
import { registerJobMetrics } from '../../src/jobs/job-metrics.js';
import { useDatabase } from '../support/database.js';
import { databaseProxy } from '../support/database-proxy.js';
import { useRunners } from './support.js';

const database = useDatabase();
const run = useRunners(database);
const wait = { timeout: 60_000, interval: 20 };
/** None of these tests waits for the end of a lease. */
const leaseMs = 3_600_000;
const kind = 'of-these-tests';

/** A worker whose way to the database the test can cut, and a job for it. */
async function setUp() {
  const proxy = await databaseProxy(database.url);
  const dataSource = createDataSource({ url: proxy.url });
  const system = new SystemDatabase(await dataSource.initialize());
  onTestFinished(() => dataSource.destroy());
  const db = database.system.team(await database.createTeam());
  await enqueue(db, { kind, key: 'k' });
  return { proxy, system, stored: () => db.find(Job, { kind }) };
}

it('metrics of the queue are absent while the database is away, and say how old a due job is at the first request', async () => {
  const { proxy, system } = await setUp();
  await database.dataSource.query(
    `update jobs set run_at = now() - interval '5 minutes', created_at = now() - interval '5 minutes' where kind = $1`,
    [kind],
  );
  const registry = new Registry();
  registerJobMetrics(registry, system);
  const oldest = async () => /^jobs_oldest_due_seconds (\S+)$/m.exec(await registry.metrics())?.[1];
  expect(Number(await oldest())).toBeGreaterThanOrEqual(300);

  proxy.cut();
  expect(await oldest()).toBeUndefined();
  expect(await registry.metrics()).not.toContain('jobs{');

  proxy.recovered();
  await vi.waitFor(async () => expect(Number(await oldest())).toBeGreaterThanOrEqual(300), wait);
  await database.dataSource.query('delete from jobs where kind = $1', [kind]);
});

describe('a job whose worker loses the database', () => {
  it('while it runs is done once the database is back, and does not run again', async () => {
    const { proxy, system, stored } = await setUp();
    const handle = vi.fn(async () => proxy.cut());
    run({ kind, leaseMs, run: handle }, { system });
    await vi.waitFor(() => expect(handle).toHaveBeenCalled(), wait);
    expect(await stored()).toMatchObject([{ attempts: 1 }]);

    proxy.recovered();
    await vi.waitFor(async () => expect(await stored()).toEqual([]), wait);
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('and fails of it is tried again once the database is back', async () => {
    const { proxy, system, stored } = await setUp();
    const handle = vi.fn(async () => {});
    handle.mockImplementationOnce(async () => {
      proxy.cut();
      await system.dataSource.query('select 1');
    });
    run({ kind, leaseMs, run: handle }, { system });
    await vi.waitFor(() => expect(handle).toHaveBeenCalled(), wait);

    proxy.recovered();
    await vi.waitFor(async () => expect(await stored()).toEqual([]), wait);
    expect(handle).toHaveBeenCalledTimes(2);
  });

  it('before it hears that the job is its own takes it again, without an attempt spent', async () => {
    const { proxy, system, stored } = await setUp();
    const attempts: (number | undefined)[] = [];
    proxy.cutBeforeAnswerTo('jobs.claim');
    run(
      { kind, leaseMs, run: async () => void attempts.push((await stored())[0]?.attempts) },
      { system },
    );
    await vi.waitFor(() => expect(proxy.isCut).toBe(true), wait);
    expect(attempts).toEqual([]);

    proxy.recovered();
    await vi.waitFor(async () => expect(await stored()).toEqual([]), wait);
    expect(attempts).toEqual([1]);
  });
});
