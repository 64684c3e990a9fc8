import { afterEach, describe, expect, it, vi } from 'vitest';
import { JobRun } from '../../db/entities/job.js';
import { createScheduler, type Schedule, type Scheduler } from '../../src/jobs/index.js';
import { pruneSchedule } from '../../src/server/jobs-and-schedules.js';
import { useDatabase } from '../support/database.js';
import { silent } from './support.js';

const database = useDatabase();
const wait = { timeout: 60_000, interval: 50 };
let schedulers: Scheduler[] = [];

afterEach(async () => {
  await Promise.all(schedulers.map((scheduler) => scheduler.stop(0)));
  schedulers = [];
});

function start(...schedules: Schedule[]): Scheduler {
  const scheduler = createScheduler({ schedules, system: database.system, log: silent });
  schedulers.push(scheduler);
  scheduler.start();
  return scheduler;
}

describe('a schedule', () => {
  it('fires each slot once, however many processes keep it', async () => {
    const slots: number[] = [];
    const schedule: Schedule = {
      name: 'every-second',
      cron: '* * * * * *',
      run: async (_deps, firedAt) => void slots.push(firedAt.getTime()),
    };
    for (let n = 0; n < 3; n += 1) start(schedule);
    await vi.waitFor(() => expect(slots.length).toBeGreaterThan(2), wait);
    expect(new Set(slots).size).toBe(slots.length);
    expect(slots.every((slot) => slot % 1_000 === 0)).toBe(true);
  });

  it('that fails fires again at its next slot', async () => {
    const run = vi.fn(async () => {
      throw new Error('no');
    });
    start({ name: 'failing', cron: '* * * * * *', run });
    await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(1), wait);
  });

  it('is waited for when the process stops', async () => {
    let done = false;
    let begun = false;
    const scheduler = start({
      name: 'slow',
      cron: '* * * * * *',
      run: async () => {
        begun = true;
        await new Promise((resolve) => setTimeout(resolve, 300));
        done = true;
      },
    });
    await vi.waitFor(() => expect(begun).toBe(true), wait);
    await scheduler.stop();
    expect(done).toBe(true);
  });
});

it('slots of long ago are forgotten, recent ones are kept', async () => {
  const now = new Date();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const runs = database.dataSource.getRepository(JobRun);
  await runs.insert([
    { job: 'old', slot: daysAgo(60) },
    { job: 'recent', slot: daysAgo(2) },
  ]);
  await pruneSchedule.run({ system: database.system, log: silent }, now);
  const names = (await runs.find()).map((run) => run.job);
  expect(names).toContain('recent');
  expect(names).not.toContain('old');
});
