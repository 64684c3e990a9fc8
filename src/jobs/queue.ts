import { type Placeholders, systemStatement } from '../../db/statement.js';
import type { SystemDatabase } from '../../db/system-database.js';

/** A job that this process holds until its lease ends. */
export interface ClaimedJob {
  teamId: string;
  kind: string;
  key: string;
  payload: unknown;
  /** The request that this run serves; a higher number in the table means that the job was requested again. */
  generation: number;
  /** Includes this run. */
  attempts: number;
  /** The owner of the claim: a worker that lost its lease can no longer change anything. */
  lockedBy: string;
}

interface Lease {
  kind: string;
  leaseMs: number;
}

const claimJobs = systemStatement<
  ClaimedJob,
  [lockedBy: string, kinds: readonly string[], leaseMs: readonly number[], limit: number]
>(
  'jobs.claim',
  `with due as (
     select team_id, kind, key from jobs
      where failed_at is null and run_at <= now() and kind = any($2)
        and (locked_until is null or locked_until < now() or locked_by = $1)
      order by run_at limit $4 for update skip locked)
   update jobs set locked_by = $1, attempts = attempts + (locked_by is distinct from $1)::integer,
          locked_until = now() + lease.ms * interval '1 ms'
     from due, unnest($2::text[], $3::integer[]) as lease (kind, ms)
    where jobs.team_id = due.team_id and jobs.kind = due.kind and jobs.key = due.key
      and lease.kind = jobs.kind
   returning jobs.team_id as "teamId", jobs.kind, jobs.key, payload, generation, attempts,
             locked_by as "lockedBy"`,
);

/** Identifies a job as long as its claim lasts. */
type Mine = Pick<ClaimedJob, 'teamId' | 'kind' | 'key' | 'lockedBy'>;

const mine = ($: Placeholders<Mine>): string =>
  `team_id = ${$.teamId} and kind = ${$.kind} and key = ${$.key} and locked_by = ${$.lockedBy}`;

const deleteDone = systemStatement<{ key: string }, Mine & { generation: number }>(
  'jobs.deleteDone',
  ($) => `delete from jobs where ${mine($)} and generation = ${$.generation} returning key`,
);
const unlock = systemStatement<never, Mine>(
  'jobs.unlock',
  ($) => `update jobs set locked_by = null, locked_until = null where ${mine($)}`,
);
const renewLease = systemStatement<{ key: string }, Mine & { leaseMs: number }>(
  'jobs.renew',
  ($) =>
    `update jobs set locked_until = now() + ${$.leaseMs} * interval '1 ms' where ${mine($)} returning key`,
);
/** A failure belongs to the claimed request: a later request starts with no failed attempts. */
const failJob = systemStatement<
  never,
  Mine & { generation: number; delayMs: number; dead: boolean; reason: string }
>(
  'jobs.fail',
  ($) => `update jobs set locked_by = null, locked_until = null,
          run_at = case when generation = ${$.generation} then now() + ${$.delayMs} * interval '1 ms' else run_at end,
          failed_at = case when generation = ${$.generation} and ${$.dead} then now() end,
          last_error = case when generation = ${$.generation} then ${$.reason} end
    where ${mine($)}`,
);
const postponeJob = systemStatement<never, Mine & { delayMs: number; reason: string | null }>(
  'jobs.postpone',
  ($) => `
   update jobs set locked_by = null, locked_until = null, attempts = greatest(attempts - 1, 0),
          run_at = greatest(run_at, now() + ${$.delayMs} * interval '1 ms'), last_error = ${$.reason}
    where ${mine($)}`,
);
const nextDue = systemStatement<{ inMs: number | null }, [kinds: readonly string[]]>(
  'jobs.nextDue',
  `select extract(epoch from min(greatest(run_at, locked_until)) - now())::float8 * 1000 as "inMs"
     from jobs where failed_at is null and kind = any($1)`,
);

/**
 * Takes up to `limit` due jobs, oldest first, skipping those that another process holds. If the
 * response is lost, the same worker can claim again and gets the same jobs.
 */
export const claim = (
  system: SystemDatabase,
  lockedBy: string,
  leases: readonly Lease[],
  limit: number,
): Promise<ClaimedJob[]> =>
  system.rows(
    claimJobs,
    lockedBy,
    leases.map(({ kind }) => kind),
    leases.map(({ leaseMs }) => leaseMs),
    limit,
  );

/** Removes the job, or keeps it for another run if it was requested again in the meantime. */
export async function complete(system: SystemDatabase, job: ClaimedJob): Promise<void> {
  // Two statements: the second must see a request that commits while the first waits for the row.
  const deleted = await system.rows(deleteDone, job);
  if (deleted.length === 0) await system.rows(unlock, job);
}

/** Returns false if the lease was lost to another process. */
export async function renew(
  system: SystemDatabase,
  job: ClaimedJob,
  leaseMs: number,
): Promise<boolean> {
  return (await system.rows(renewLease, { ...job, leaseMs })).length > 0;
}

/**
 * Returns the job to the queue after `delayMs`, or, with `dead`, removes it from the queue until it
 * is retried manually.
 */
export async function fail(
  system: SystemDatabase,
  job: ClaimedJob,
  failure: { delayMs: number; dead: boolean; reason: string },
): Promise<void> {
  const { delayMs, dead, reason } = failure;
  await system.rows(failJob, { ...job, delayMs: Math.round(delayMs), dead, reason });
}

/** Returns the job to the queue without using an attempt. */
export async function postpone(
  system: SystemDatabase,
  job: ClaimedJob,
  delayMs: number,
  reason: string | null = null,
): Promise<void> {
  await system.rows(postponeJob, { ...job, delayMs: Math.round(delayMs), reason });
}

/** Milliseconds until a job of these kinds may run; Infinity if none is waiting. */
export async function untilNextDue(
  system: SystemDatabase,
  kinds: readonly string[],
): Promise<number> {
  const row = await system.row(nextDue, kinds);
  return Math.max(0, row?.inMs ?? Number.POSITIVE_INFINITY);
}
