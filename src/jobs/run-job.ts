import { setTimeout as sleep } from 'node:timers/promises';
import { Team } from '../../db/entities/team.js';
import type { SystemDatabase } from '../../db/system-database.js';
import { whyUnavailable } from '../../db/why-unavailable.js';
import type { Context } from '../core/context.js';
import type { Logger } from '../core/log.js';
import type { Models } from '../core/models/models.js';
import type { PageLinks } from '../core/page-links.js';
import { inSpan } from '../core/telemetry/tracing.js';
import type { AddressRule } from '../core/work-item-url.js';
import { type ClaimedJob, complete, fail, postpone, renew } from './queue.js';
import { DEFAULT_MAX_ATTEMPTS, RetryLater } from './retry.js';

/**
 * A handler for one kind of job. A job may run twice (after a crash in its last step), so `run` must tolerate that.
 */
export interface JobHandler {
  /** The kind that `enqueue` names. */
  kind: string;
  /** Throws to be retried with back-off, or `RetryLater` to be retried at a time of its choice. */
  run(ctx: Context, payload: unknown): Promise<void>;
  /** Called once the last attempt has failed, to report it to people. May be called twice, too. */
  gaveUp?(ctx: Context, payload: unknown, reason: string): Promise<void>;
  /** Number of failures until the job is a dead letter; 10 by default. */
  maxAttempts?: number;
  /**
   * Milliseconds after which an unresponsive worker loses the job (a live worker renews the lease); 60,000 by
   * default.
   */
  leaseMs?: number;
}

const REASON_LIMIT = 500;
const SETTLE_AGAIN_MS = 1_000;

interface RunJobDeps {
  system: SystemDatabase;
  log: Logger;
  addressRules: readonly AddressRule[];
  models: Models | undefined;
  pages: PageLinks | undefined;
  handler: JobHandler;
  leaseMs: number;
  backOff: (attempt: number) => number;
}

/**
 * Runs one claimed job and stores its result. Never rejects: if the result cannot be stored, the
 * lease expires.
 */
export async function runJob(deps: RunJobDeps, job: ClaimedJob): Promise<void> {
  const { system, handler, leaseMs } = deps;
  const log = deps.log.child({ job: job.kind, key: job.key, teamId: job.teamId });
  const heartbeat = setInterval(() => {
    renew(system, job, leaseMs).then(
      async (held) => {
        if (held || (await isTeamDeleted(system, job))) return;
        log.warn('another process has taken this job over');
      },
      (error: Error) => log.warn({ reason: error.message }, 'the lease of a job was not renewed'),
    );
  }, leaseMs / 3);
  try {
    const outcome = await attempt(handler, job, deps, log);
    if ('error' in outcome && (await isTeamDeleted(system, job))) {
      log.info('a job ended, because its team was deleted');
      return;
    }
    await onceReachable(judge(deps, job, outcome, log), leaseMs);
  } catch (error) {
    log.error({ reason: String(error) }, 'a job could not be settled; it runs again');
  } finally {
    clearInterval(heartbeat);
  }
}

type Outcome = { error?: unknown };

async function attempt(
  handler: JobHandler,
  job: ClaimedJob,
  deps: RunJobDeps,
  log: Logger,
): Promise<Outcome> {
  const limit = handler.maxAttempts ?? DEFAULT_MAX_ATTEMPTS;
  // It was claimed but never settled. A job that may have killed its process is not retried forever.
  if (job.attempts > limit) return { error: new Error('the process ended while the job ran') };
  try {
    await inSpan(`job ${job.kind}`, { 'team.id': job.teamId, 'job.attempt': job.attempts }, () =>
      handler.run(contextOf(job, deps, log), job.payload),
    );
    return {};
  } catch (error) {
    return { error };
  }
}

/** The deletion took the job along, and made its writes fail. False if the database is unavailable. */
const isTeamDeleted = async (system: SystemDatabase, { teamId }: ClaimedJob): Promise<boolean> =>
  await system
    .team(teamId)
    .findOne(Team, {})
    .then(
      (team) => team === undefined,
      () => false,
    );

const contextOf = (
  { teamId, kind }: ClaimedJob,
  { system, addressRules, models, pages }: RunJobDeps,
  log: Logger,
): Context => ({
  db: system.team(teamId),
  actor: { type: 'service', id: kind, name: 'Belief Layer' },
  now: new Date(),
  log,
  addressRules,
  ...(models && { models }),
  ...(pages && { pages }),
});

/** Interprets and logs the outcome at once; the returned function stores it. */
function judge(deps: RunJobDeps, job: ClaimedJob, outcome: Outcome, log: Logger) {
  const { system, handler, backOff } = deps;
  if (!('error' in outcome)) return () => complete(system, job);
  const { error } = outcome;
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, REASON_LIMIT);
  if (error instanceof RetryLater) {
    log.debug({ reason, delayMs: error.delayMs }, 'a job waits');
    return () => postpone(system, job, error.delayMs, reason);
  }
  const dead = job.attempts >= (handler.maxAttempts ?? DEFAULT_MAX_ATTEMPTS);
  const delayMs = backOff(job.attempts);
  if (dead) log.error({ err: error, attempts: job.attempts }, 'a job failed for good');
  else log.warn({ err: error, attempts: job.attempts, delayMs }, 'a job failed; it is tried again');
  return async () => {
    try {
      if (dead) await handler.gaveUp?.(contextOf(job, deps, log), job.payload, reason);
    } catch (failed) {
      if (whyUnavailable(failed)) throw failed;
      log.error({ err: failed }, 'the failure of a job could not be reported');
    }
    await fail(system, job, { delayMs, dead, reason });
  };
}

/**
 * Stores the result as soon as an unavailable database is back: no other worker may take the job until the lease
 * has expired.
 */
async function onceReachable(settle: () => Promise<void>, leaseMs: number): Promise<void> {
  const leaseEnds = Date.now() + leaseMs;
  for (;;) {
    try {
      return await settle();
    } catch (error) {
      if (!whyUnavailable(error) || Date.now() >= leaseEnds) throw error;
    }
    await sleep(SETTLE_AGAIN_MS, undefined, { ref: false });
  }
}
