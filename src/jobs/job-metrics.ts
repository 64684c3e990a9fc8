import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import { systemStatement } from '../../db/statement.js';
import type { SystemDatabase } from '../../db/system-database.js';

/** A database that hangs must not delay the other metrics. */
const PATIENCE_MS = 2_000;

/**
 * Registers the queue's depth, dead letters and delay, read on each request of /metrics. Without a database, they
 * are left out.
 */
export function registerJobMetrics(registry: Registry, system: SystemDatabase): void {
  let reading: Promise<JobCounts | undefined> | undefined;
  /** Shares one statement between the gauges of one request, which prom-client collects separately. */
  const read = (): Promise<JobCounts | undefined> => {
    reading ??= Promise.race([
      countJobs(system).catch(() => undefined),
      sleep(PATIENCE_MS, undefined, { ref: false }),
    ]).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  new Gauge({
    name: 'jobs_oldest_due_seconds',
    help: 'How long the oldest due job has waited for a worker.',
    registers: [registry],
    async collect() {
      const counts = await read();
      if (counts) this.set(counts.oldestDueSecs);
      else this.remove(); // a reset would set 0, which looks as if all were well
    },
  });
  new Gauge({
    name: 'jobs',
    help: 'Jobs by state: due, waiting (for their time or after a failure), running, failed (for good).',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const counts = await read();
      this.reset();
      if (!counts) return;
      const { oldestDueSecs: _, ...states } = counts;
      for (const [state, jobs] of Object.entries(states)) this.set({ state }, jobs);
    },
  });
}

/** The current state of the queue, for all teams and processes. */
interface JobCounts {
  /** Due now and not claimed by any process. */
  due: number;
  /** Scheduled for later: delayed, or waiting after a failure. */
  waiting: number;
  running: number;
  /** Dead letters. */
  failed: number;
  /** Age of the oldest due job, in seconds; 0 if none is due. */
  oldestDueSecs: number;
}

const counts = systemStatement<JobCounts>(
  'jobs.counts',
  `select (count(*) filter (where failed_at is null and run_at <= now() and not locked))::integer as due,
          (count(*) filter (where failed_at is null and run_at > now() and not locked))::integer as waiting,
          (count(*) filter (where failed_at is null and locked))::integer as running,
          (count(*) filter (where failed_at is not null))::integer as failed,
          coalesce(extract(epoch from now() - min(greatest(run_at, created_at)) filter (
            where failed_at is null and run_at <= now() and not locked)), 0)::float8 as "oldestDueSecs"
     from (select *, coalesce(locked_until > now(), false) as locked from jobs) as j`,
);

/** Counts jobs for /metrics and the operator. */
export async function countJobs(system: SystemDatabase): Promise<JobCounts> {
  return (await system.row(counts))!;
}
