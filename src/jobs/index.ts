import { systemStatement } from '../../db/statement.js';
import type { SystemDatabase } from '../../db/system-database.js';

/** A dead letter: a job that has used all its attempts and waits for a manual retry. */
interface FailedJob {
  teamId: string;
  kind: string;
  key: string;
  attempts: number;
  failedAt: Date;
  lastError: string;
}

const failedJobs = systemStatement<FailedJob, [limit: number]>(
  'jobs.failed',
  `select team_id as "teamId", kind, key, attempts, failed_at as "failedAt", last_error as "lastError"
     from jobs where failed_at is not null order by failed_at desc, team_id, kind, key limit $1`,
);
const retryJob = systemStatement<{ woken: string }, [teamId: string, kind: string, key: string]>(
  'jobs.retryFailed',
  `with retried as (
     update jobs set failed_at = null, last_error = null, attempts = 0, run_at = now()
      where team_id = $1 and kind = $2 and key = $3 and failed_at is not null
     returning key)
   select pg_notify('jobs', '') as woken from retried`,
);

/** Failed jobs, latest first. */
export const listFailedJobs = (system: SystemDatabase, limit = 100): Promise<FailedJob[]> =>
  system.rows(failedJobs, limit);

/** Queues a dead letter again. Returns false if no such job has failed. */
export async function retryFailedJob(
  system: SystemDatabase,
  job: Pick<FailedJob, 'teamId' | 'kind' | 'key'>,
): Promise<boolean> {
  return (await system.rows(retryJob, job.teamId, job.kind, job.key)).length > 0;
}

export { enqueue, enqueueForEveryTeam } from '../../db/queries/enqueue.js';
export { countJobs } from './job-metrics.js';
export { createJobRunner, type JobRunner, type JobRunnerOptions } from './job-runner.js';
export { RetryLater } from './retry.js';
export type { JobHandler } from './run-job.js';
export type { Schedule } from './scheduler.js';
export { createScheduler, type Scheduler } from './scheduler.js';
