import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { type Listening, listen } from '../../db/listen.js';
import type { SystemDatabase } from '../../db/system-database.js';
import type { Logger } from '../core/log.js';
import type { Models } from '../core/models/models.js';
import type { PageLinks } from '../core/page-links.js';
import type { AddressRule } from '../core/work-item-url.js';
import { type ClaimedJob, claim, postpone, untilNextDue } from './queue.js';
import { backOffMs } from './retry.js';
import type { JobHandler } from './run-job.js';
import { runJob } from './run-job.js';

export interface JobRunnerOptions {
  system: SystemDatabase;
  log: Logger;
  handlers: readonly JobHandler[];
  /** Passed to each job in its context. */
  addressRules?: readonly AddressRule[];
  models?: Models;
  /** Links to the pages for people. */
  pages?: PageLinks | undefined;
  /** Number of concurrent jobs in this process. */
  concurrency?: number;
  /** Milliseconds between polls of the queue when no notification wakes the runner. */
  pollMs?: number;
  /** The wait after the nth failure, in milliseconds. */
  backOff?: (attempt: number) => number;
}

export interface JobRunner {
  start(): void;
  /**
   * Takes no more jobs, waits for the running ones, and returns unfinished jobs to the queue at the deadline (8 s
   * by default).
   */
  stop(deadlineMs?: number): Promise<void>;
}

const DEFAULT_LEASE_MS = 60_000;
const STOP_MS = 8_000;

/**
 * Works the queue in table `jobs` (docs/decisions/jobs.md). Any number of processes may do so: each job runs in one
 * process at a time, at least once. Jobs of kinds without a handler in this process are left to a process that has
 * one.
 */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const {
    system,
    log,
    handlers,
    addressRules = [],
    models,
    pages,
    concurrency = 5,
    pollMs = 2_000,
    backOff = backOffMs,
  } = options;
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]));
  const leases = handlers.map(({ kind, leaseMs = DEFAULT_LEASE_MS }) => ({ kind, leaseMs }));
  const kinds = [...byKind.keys()];
  const workerId = randomUUID();
  const running = new Map<Promise<void>, ClaimedJob>();
  let claims = 0;
  let wanted = false;
  let filling = Promise.resolve();
  let isFilling = false;
  let stopped = true;
  let reachable = true;
  let timer: NodeJS.Timeout | undefined;
  let wakeUps: Listening | undefined;

  function wake(): void {
    wanted = true;
    if (!isFilling && !stopped) filling = fill();
  }

  async function fill(): Promise<void> {
    isFilling = true;
    clearTimeout(timer);
    let waitMs = pollMs;
    try {
      while (wanted && !stopped && running.size < concurrency) {
        wanted = false;
        const free = concurrency - running.size;
        const jobs = await claim(system, `${workerId}/${claims}`, leases, free);
        claims += 1;
        for (const job of jobs) launch(job);
        if (jobs.length < free) waitMs = Math.min(pollMs, await untilNextDue(system, kinds));
      }
      if (!reachable) log.info('the job queue can be read again');
      reachable = true;
    } catch (error) {
      if (reachable) log.error({ reason: String(error) }, 'the job queue cannot be read');
      reachable = false;
    }
    isFilling = false;
    if (stopped) return;
    if (wanted && running.size < concurrency && reachable) wake();
    else timer = setTimeout(wake, Math.max(waitMs, 10));
  }

  function launch(job: ClaimedJob): void {
    const handler = byKind.get(job.kind)!;
    const leaseMs = handler.leaseMs ?? DEFAULT_LEASE_MS;
    const done = runJob(
      { system, log, addressRules, models, pages, handler, leaseMs, backOff },
      job,
    ).finally(() => {
      running.delete(done);
      wake();
    });
    running.set(done, job);
  }

  return {
    start() {
      if (!stopped || kinds.length === 0) return;
      stopped = false;
      const { url } = system.dataSource.options as PostgresDataSourceOptions;
      // Only a hint: while the connection is down, polling finds the jobs.
      wakeUps = listen({ url: url!, channel: 'jobs', name: 'belief-layer jobs' }, wake, (reason) =>
        log.debug({ reason }, 'job wake-ups are interrupted'),
      );
      wake();
    },

    async stop(deadlineMs = STOP_MS) {
      if (stopped) return;
      stopped = true;
      clearTimeout(timer);
      await wakeUps?.stop();
      await filling;
      await Promise.race([
        Promise.all(running.keys()),
        sleep(deadlineMs, undefined, { ref: false }),
      ]);
      for (const job of running.values()) {
        await postpone(system, job, 0).catch(() => {}); // the lease expires on its own
      }
    },
  };
}
