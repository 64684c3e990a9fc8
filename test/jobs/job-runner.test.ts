import { describe, expect, it, vi } from 'vitest';
import { Job } from '../../db/entities/job.js';
import type { Context } from '../../src/core/context.js';
import {
  countJobs,
  enqueue,
  enqueueForEveryTeam,
  listFailedJobs,
  RetryLater,
  retryFailedJob,
} from '../../src/jobs/index.js';
import { claim } from '../../src/jobs/queue.js';
import { useDatabase } from '../support/database.js';
import { gate, useRunners } from './support.js';

const database = useDatabase();
const run = useRunners(database);
const wait = { timeout: 60_000, interval: 20 };

let kinds = 0;
/** Each test has a team and a kind of its own, and the handler below is called for nothing else. */
async function setUp() {
  kinds += 1;
  const db = database.system.team(await database.createTeam());
  const kind = `kind-${kinds}`;
  return { db, kind, stored: () => db.find(Job, { kind }) };
}

describe('a job', () => {
  it('runs in its team with its payload, as the service, and is gone afterwards', async () => {
    const { db, kind, stored } = await setUp();
    const handle = vi.fn<(ctx: Context, payload: unknown) => Promise<void>>(async () => {});
    await enqueue(db, { kind, key: 'k', payload: { cardId: 'c1' } });
    run({ kind, run: handle });

    await vi.waitFor(async () => expect(await stored()).toEqual([]), wait);
    expect(handle).toHaveBeenCalledTimes(1);
    const [ctx, payload] = handle.mock.calls[0]!;
    expect(payload).toEqual({ cardId: 'c1' });
    expect(ctx.db.teamId).toBe(db.teamId);
    expect(ctx.actor).toMatchObject({ type: 'service', id: kind });
  });

  it('never runs when the transaction that stored it is rolled back', async () => {
    const { db, kind } = await setUp();
    const handle = vi.fn(async () => {});
    run({ kind, run: handle });
    const failing = db.transaction(async (tx) => {
      await enqueue(tx, { kind, key: 'rolled-back' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await enqueue(db, { kind, key: 'committed' });
    await vi.waitFor(() => expect(handle).toHaveBeenCalled(), wait);
    await vi.waitFor(async () => expect(await db.find(Job, { kind })).toEqual([]), wait);
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('is found at once when it is committed, long before the next look at the queue', async () => {
    const { db, kind, stored } = await setUp();
    const first = gate();
    run({ kind, run: async () => first.open() }, { pollMs: 3_600_000 });
    await enqueue(db, { kind, key: 'listening' });
    await first.opened;
    await enqueue(db, { kind, key: 'woken' });
    await vi.waitFor(async () => expect(await stored()).toEqual([]), wait);
  });

  it('asked for twice while it waits runs once, with the newer payload', async () => {
    const { db, kind, stored } = await setUp();
    const payloads: unknown[] = [];
    await enqueue(db, { kind, key: 'k', payload: { n: 1 } });
    await enqueue(db, { kind, key: 'k', payload: { n: 2 } });
    run({ kind, run: async (_ctx, payload) => void payloads.push(payload) });
    await vi.waitFor(async () => expect(await stored()).toEqual([]), wait);
    expect(payloads).toEqual([{ n: 2 }]);
  });

  it('asked for again while it runs, runs once more', async () => {
    const { db, kind, stored } = await setUp();
    const [began, mayEnd] = [gate(), gate()];
    const payloads: unknown[] = [];
    run({
      kind,
      run: async (_ctx, payload) => {
        payloads.push(payload);
        began.open();
        await mayEnd.opened;
      },
    });
    await enqueue(db, { kind, key: 'k', payload: { n: 1 } });
    await began.opened;
    await enqueue(db, { kind, key: 'k', payload: { n: 2 } });
    await enqueue(db, { kind, key: 'k', payload: { n: 3 } });
    mayEnd.open();
    await vi.waitFor(async () => expect(await stored()).toEqual([]), wait);
    expect(payloads).toEqual([{ n: 1 }, { n: 3 }]);
  });

  it('with a time of its own waits for it', async () => {
    const { db, kind } = await setUp();
    const keys: string[] = [];
    await enqueue(db, {
      kind,
      key: 'later',
      payload: { key: 'later' },
      runAt: new Date(Date.now() + 3_600_000),
    });
    await enqueue(db, { kind, key: 'now', payload: { key: 'now' } });
    run({ kind, run: async (_ctx, payload) => void keys.push((payload as { key: string }).key) });
    await vi.waitFor(() => expect(keys).toEqual(['now']), wait);
    expect((await countJobs(database.system)).waiting).toBeGreaterThan(0);
  });

  it('for every team is stored once in each', async () => {
    const { kind, db } = await setUp();
    const other = database.system.team(await database.createTeam());
    await enqueueForEveryTeam(database.system, { kind, key: 'daily' });
    await enqueueForEveryTeam(database.system, { kind, key: 'daily' });
    expect(await db.find(Job, { kind })).toHaveLength(1);
    expect(await other.find(Job, { kind })).toHaveLength(1);
  });
});

describe('a job that fails', () => {
  it('is tried again, ends as a dead letter with its reason, and can be retried', async () => {
    const { db, kind, stored } = await setUp();
    let broken = true;
    const handle = vi.fn(async () => {
      if (broken) throw new Error('the printer is on fire');
    });
    await enqueue(db, { kind, key: 'k' });
    run({ kind, run: handle, maxAttempts: 3 });
    const mine = async () =>
      (await listFailedJobs(database.system)).filter((job) => job.kind === kind);

    await vi.waitFor(async () => expect(await mine()).toHaveLength(1), wait);
    expect(handle).toHaveBeenCalledTimes(3);
    expect((await mine())[0]).toMatchObject({
      teamId: db.teamId,
      key: 'k',
      attempts: 3,
      lastError: 'the printer is on fire',
    });
    expect((await countJobs(database.system)).failed).toBeGreaterThan(0);

    broken = false;
    expect(await retryFailedJob(database.system, (await mine())[0]!)).toBe(true);
    await vi.waitFor(async () => expect(await stored()).toEqual([]), wait);
    expect(await retryFailedJob(database.system, { teamId: db.teamId, kind, key: 'k' })).toBe(
      false,
    );
  });

  it('with RetryLater spends no attempt', async () => {
    const { db, kind, stored } = await setUp();
    let calls = 0;
    await enqueue(db, { kind, key: 'k' });
    run({
      kind,
      maxAttempts: 1,
      run: async () => {
        calls += 1;
        if (calls < 4) throw new RetryLater(1);
      },
    });
    await vi.waitFor(async () => expect(await stored()).toEqual([]), wait);
    expect(calls).toBe(4);
  });

  it('does not hold up the others', async () => {
    const { db, kind, stored } = await setUp();
    for (let n = 0; n < 20; n += 1) await enqueue(db, { kind, key: `k${n}`, payload: { n } });
    run(
      {
        kind,
        maxAttempts: 1,
        run: async (_ctx, payload) => {
          if ((payload as { n: number }).n % 2) throw new Error('odd');
        },
      },
      { concurrency: 2 },
    );
    await vi.waitFor(async () => {
      const left = await stored();
      expect(left).toHaveLength(10);
      expect(left.every((job) => job.failedAt)).toBe(true);
    }, wait);
  });
});

describe('several workers', () => {
  it('share the queue, and each job runs once', async () => {
    const { db, kind, stored } = await setUp();
    const seen: string[] = [];
    const handler = {
      kind,
      run: async (_ctx: Context, payload: unknown) => void seen.push((payload as { k: string }).k),
    };
    const keys = Array.from({ length: 120 }, (_, n) => `job-${n}`);
    for (const k of keys) await enqueue(db, { kind, key: k, payload: { k } });
    for (let n = 0; n < 4; n += 1) run(handler);
    await vi.waitFor(async () => expect(await stored()).toEqual([]), wait);
    expect(seen.toSorted()).toEqual(keys.toSorted());
  });

  it('leave a long job to the one that renews its lease', async () => {
    const { db, kind, stored } = await setUp();
    const mayEnd = gate();
    const handle = vi.fn(() => mayEnd.opened);
    const leaseMs = 4_000;
    for (let n = 0; n < 2; n += 1) run({ kind, leaseMs, run: handle });
    await enqueue(db, { kind, key: 'k' });
    await vi.waitFor(() => expect(handle).toHaveBeenCalled(), wait);
    const claimed = (await stored())[0]?.lockedUntil?.getTime() ?? 0;
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(claimed), wait);
    mayEnd.open();
    await vi.waitFor(async () => expect(await stored()).toEqual([]), wait);
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('take over the job of one that died', async () => {
    const { db, kind, stored } = await setUp();
    await enqueue(db, { kind, key: 'k' });
    const taken = await claim(database.system, 'a dead process', [{ kind, leaseMs: 200 }], 1);
    expect(taken).toHaveLength(1);
    const handle = vi.fn(async () => {});
    run({ kind, run: handle });
    await vi.waitFor(async () => expect(await stored()).toEqual([]), wait);
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it('give up a job that ends every process that runs it', async () => {
    const { db, kind, stored } = await setUp();
    await enqueue(db, { kind, key: 'k' });
    for (let n = 0; n < 2; n += 1) {
      await vi.waitFor(async () => {
        expect(await claim(database.system, `dead ${n}`, [{ kind, leaseMs: 1 }], 1)).toHaveLength(
          1,
        );
      }, wait);
    }
    const handle = vi.fn(async () => {});
    run({ kind, run: handle, maxAttempts: 2 });
    await vi.waitFor(async () => {
      expect((await stored())[0]?.lastError).toBe('the process ended while the job ran');
    }, wait);
    expect(handle).not.toHaveBeenCalled();
  });
});

describe('a worker that stops', () => {
  it('finishes what it began and begins nothing', async () => {
    const { db, kind, stored } = await setUp();
    const [began, mayEnd] = [gate(), gate()];
    const runner = run(
      {
        kind,
        run: async () => {
          began.open();
          await mayEnd.opened;
        },
      },
      { concurrency: 1 },
    );
    await enqueue(db, { kind, key: 'first' });
    await began.opened;
    await enqueue(db, { kind, key: 'second' });
    const stopped = runner.stop();
    mayEnd.open();
    await stopped;
    expect((await stored()).map((job) => job.key)).toEqual(['second']);
  });

  it('gives back, without an attempt spent, what does not end in time', async () => {
    const { db, kind, stored } = await setUp();
    const began = gate();
    const runner = run({
      kind,
      run: () => {
        began.open();
        return new Promise<void>(() => {});
      },
    });
    await enqueue(db, { kind, key: 'k' });
    await began.opened;
    await runner.stop(10);
    expect((await stored())[0]).toMatchObject({ lockedBy: null, attempts: 0, failedAt: null });
  });
});
