import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger as CronLogger, createTask, type ScheduledTask } from 'node-cron';
import { systemStatement } from '../../db/statement.js';
import type { SystemDatabase } from '../../db/system-database.js';
import type { Logger } from '../core/log.js';

const claimSlot = systemStatement<{ job: string }, [job: string, slot: Date]>(
  'jobRuns.claim',
  'insert into job_runs (job, slot) values ($1, $2) on conflict do nothing returning job',
);

export interface Scheduler {
  start(): void;
  /** Stops firing, and waits for running slots (8 s by default). */
  stop(deadlineMs?: number): Promise<void>;
}

const STOP_MS = 8_000;
const ISO_LENGTH = new Date(0).toISOString().length;

/**
 * Fires each schedule at its slots. Every process keeps time; the process that inserts the slot's row runs it, so
 * each slot runs once overall. Slots missed while no process was running are not caught up.
 */
export function createScheduler(deps: {
  schedules: readonly Schedule[];
  system: SystemDatabase;
  log: Logger;
}): Scheduler {
  const { schedules, system, log } = deps;
  const running = new Set<Promise<void>>();
  let tasks: ScheduledTask[] = [];

  async function claimed(schedule: Schedule, slot: Date): Promise<boolean> {
    return (await system.rows(claimSlot, schedule.name, slot)).length > 0;
  }

  async function fire(schedule: Schedule, firedAt: Date): Promise<void> {
    const run = schedule
      .run({ system, log: log.child({ schedule: schedule.name }) }, firedAt)
      .catch((err: unknown) => log.error({ err, schedule: schedule.name }, 'a schedule failed'));
    running.add(run);
    await run.finally(() => running.delete(run));
  }

  const createTaskOf = (schedule: Schedule): ScheduledTask =>
    createTask(schedule.cron, ({ date }) => fire(schedule, date), {
      name: schedule.name,
      timezone: 'UTC',
      noOverlap: true,
      distributed: true,
      // The key ends with the slot's time.
      runCoordinator: {
        shouldRun: (key) => claimed(schedule, new Date(key.slice(-ISO_LENGTH))),
      },
      logger: cronLogger(log),
    });

  return {
    start() {
      tasks = schedules.map(createTaskOf);
      for (const task of tasks) void task.start();
    },

    async stop(deadlineMs = STOP_MS) {
      await Promise.all(tasks.map((task) => task.destroy()));
      tasks = [];
      await Promise.race([Promise.all(running), sleep(deadlineMs, undefined, { ref: false })]);
    },
  };
}

/**
 * Logs problems of the timer itself (a slot missed because the process was busy or asleep) without raising an
 * alarm.
 */
const cronLogger = (log: Logger): CronLogger => ({
  info: (message) => log.debug(message),
  debug: (message) => log.debug(String(message)),
  warn: (message) => log.info(message),
  error: (message, error) => log.warn({ err: error ?? message }, 'a schedule was not fired'),
});

interface ScheduleDeps {
  system: SystemDatabase;
  log: Logger;
}

/** Scheduled work. Each slot runs once, however many processes keep the same schedule. */
export interface Schedule {
  /** Unique; together with the slot's time it is the key that a process claims. */
  name: string;
  /** Five or six cron fields, in UTC; six start with seconds. */
  cron: string;
  /**
   * `firedAt` is the slot's time, not the current time. For work per team, enqueue one job per
   * team.
   */
  run(deps: ScheduleDeps, firedAt: Date): Promise<void>;
}
