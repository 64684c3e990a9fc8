import { systemStatement } from '../../db/statement.js';
import type { SystemDatabase } from '../../db/system-database.js';

/** The current state of the queue, for all teams and processes. */
export interface JobCounts {
  /** Due now and not claimed by a process. */
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
          coalesce(extract(epoch from now() - min(run_at) filter (
            where failed_at is null and run_at <= now() and not locked)), 0)::float8 as "oldestDueSecs"
     from (select *, coalesce(locked_until > now(), false) as locked from jobs) as j`,
);

/** Counts jobs for /metrics and the operator. */
export async function countJobs(system: SystemDatabase): Promise<JobCounts> {
  return (await system.row(counts))!;
}
