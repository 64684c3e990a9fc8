import { systemStatement, teamStatement } from '../statement.js';
import type { SystemDatabase } from '../system-database.js';
import type { TeamDatabase } from '../team-database.js';

const askedAgain = `on conflict (team_id, kind, key) do update set
     payload = excluded.payload,
     run_at = case when jobs.failed_at is null and jobs.locked_by is null
                   then least(jobs.run_at, excluded.run_at) else excluded.run_at end,
     generation = jobs.generation + 1,
     attempts = 0, failed_at = null, last_error = null`;

const enqueueJob = teamStatement<{ key: string }>(
  'jobs.enqueue',
  `insert into jobs (team_id, kind, key, payload, run_at)
   values ($1, $2, $3, $4, coalesce($5, now()))
   ${askedAgain}
   returning key`,
);
const wakeWorkers = teamStatement<{ woken: string }>(
  'jobs.wake',
  `select pg_notify('jobs', '') as woken from teams where team_id = $1`,
);

const enqueueForAll = systemStatement<{ woken: string }>(
  'jobs.enqueueForAll',
  `with asked as (
     insert into jobs (team_id, kind, key, payload) select team_id, $1, $2, $3 from teams
     ${askedAgain}
     returning key)
   select pg_notify('jobs', '') as woken from asked limit 1`,
);

export interface JobRequest {
  /** The handler's name. */
  kind: string;
  /** What makes two requests the same: asked for again while it waits, a job still runs once. */
  key: string;
  payload?: Record<string, unknown>;
  runAt?: Date;
}

/**
 * Stores a job within the caller's transaction: it exists if and only if what caused it does.
 * Workers are woken at commit.
 */
export async function enqueue(db: TeamDatabase, job: JobRequest): Promise<void> {
  await db.row(enqueueJob, job.kind, job.key, job.payload ?? {}, job.runAt ?? null);
  if (!job.runAt) await db.row(wakeWorkers);
}

/** One job for each team, in one statement: what a schedule asks for. */
export async function enqueueForEveryTeam(
  system: SystemDatabase,
  job: Omit<JobRequest, 'runAt'>,
): Promise<void> {
  await system.row(enqueueForAll, job.kind, job.key, job.payload ?? {});
}
