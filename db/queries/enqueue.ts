import { systemStatement, teamStatement } from '../statement.js';
import type { SystemDatabase } from '../system-database.js';
import type { TeamDatabase } from '../team-database.js';

const askedAgain = `on conflict (team_id, kind, key) do update set
     payload = excluded.payload,
     run_at = case when jobs.failed_at is null and jobs.locked_by is null
                   then least(jobs.run_at, excluded.run_at) else excluded.run_at end,
     generation = jobs.generation + 1,
     attempts = 0, failed_at = null, last_error = null`;

/**
 * Jobs of kind `$2`, given as JSON `$3`, to run at `$4` or immediately; enqueueing wakes the workers. Urgent jobs
 * (`$5`) are taken before those that became due in the last minutes. Inserted in key order, to avoid deadlocks.
 */
const enqueueJobs = teamStatement<
  { woken: string },
  [kind: string, jobs: string, runAt: Date | null, urgent: boolean]
>(
  'jobs.enqueue',
  `with asked as (
     insert into jobs (team_id, kind, key, payload, run_at)
     select $1, $2, job.key, coalesce(job.payload, '{}'), coalesce($4, now() - case when $5 then interval '10 minutes' else '0' end)
       from jsonb_to_recordset($3::jsonb) as job(key text, payload jsonb) order by job.key
     ${askedAgain}
     returning key)
   select pg_notify('jobs', '') as woken from asked where $4::timestamptz is null limit 1`,
);

const enqueueForAll = systemStatement<
  { woken: string },
  [kind: string, key: string, payload: object]
>(
  'jobs.enqueueForAll',
  `with asked as (
     insert into jobs (team_id, kind, key, payload) select team_id, $1, $2, $3 from teams
     ${askedAgain}
     returning key)
   select pg_notify('jobs', '') as woken from asked limit 1`,
);

interface JobRequest {
  /** The handler's name. */
  kind: string;
  /** Deduplication key: a job that is enqueued again while it waits still runs only once. */
  key: string;
  payload?: Record<string, unknown>;
  runAt?: Date;
  /**
   * True if a user is waiting for the result and expects it within seconds: the job overtakes others that are due.
   */
  urgent?: boolean;
}

/**
 * Stores a job within the caller's transaction, so that it exists only if its cause does. Workers are woken at
 * commit.
 */
export const enqueue = (
  db: TeamDatabase,
  { kind, key, payload, runAt, urgent = false }: JobRequest,
): Promise<void> => store(db, kind, [{ key, payload }], runAt ?? null, urgent);

/** Like `enqueue`, for many jobs of one kind in one statement; duplicate keys become one job. */
export async function enqueueMany(
  db: TeamDatabase,
  kind: string,
  jobs: readonly Pick<JobRequest, 'key' | 'payload'>[],
  runAt: Date | null = null,
): Promise<void> {
  const byKey = [...new Map(jobs.map((job) => [job.key, job])).values()];
  if (byKey.length > 0) await store(db, kind, byKey, runAt);
}

async function store(
  db: TeamDatabase,
  kind: string,
  jobs: readonly Pick<JobRequest, 'key' | 'payload'>[],
  runAt: Date | null,
  urgent = false,
): Promise<void> {
  await db.row(enqueueJobs, kind, JSON.stringify(jobs), runAt, urgent);
}

/** Enqueues one job per team in one statement; for scheduled jobs. */
export async function enqueueForEveryTeam(
  system: SystemDatabase,
  job: Omit<JobRequest, 'runAt' | 'urgent'>,
): Promise<void> {
  await system.row(enqueueForAll, job.kind, job.key, job.payload ?? {});
}
