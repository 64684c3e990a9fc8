import { randomUUID } from 'node:crypto';
import type { PushState } from '../../db/entities/work-item.js';
import { type Placeholders, teamStatement } from '../../db/statement.js';
import type { TeamDatabase } from '../../db/team-database.js';
import type { CreatedIssue } from './issue.js';
import { IssueRequest } from './issue.js';

/** Longer than any single call to a tracker may take; renewed before each of them. */
const LEASE_MS = 60_000;

/** One step of a push: the database takes it only in a state it may start from. */
export interface PushStep {
  from: readonly PushState[];
  /** The state does not change if absent. */
  to?: PushState;
  /** True if only the process that holds the push may take the step. */
  byHolder: boolean;
}

export interface PushKey {
  recommendationId: string;
  provider: string;
}

export interface Push {
  state: PushState;
  clientId: string;
  createdAt: Date;
  /** The request of the first creation that may have taken effect, else of the latest call. */
  request: IssueRequest;
  /** Set from the state `made` on. */
  issue?: CreatedIssue;
  /** Milliseconds since the last creation was sent, by the database's clock. */
  sinceSentMs?: number;
  /** Milliseconds that the tracker still asks us to wait; 0 if none. */
  waitMs: number;
}

/** A push held by this caller alone, until it is released or its lease runs out. */
export interface HeldPush extends Push, PushKey {
  leaseId: string;
}

interface PushRow {
  state: PushState;
  clientId: string;
  createdAt: Date;
  request: unknown;
  externalId: string | null;
  nativeId: string | null;
  url: string | null;
  title: string | null;
  dropped: string[];
  sinceSentMs: number | null;
  waitMs: number;
}

const columns = `state, client_id as "clientId", created_at as "createdAt", request, external_id as "externalId",
  native_id as "nativeId", url, title, dropped,
  (extract(epoch from now() - sent_at) * 1000)::float8 as "sinceSentMs",
  greatest(0, coalesce(extract(epoch from retry_at - now()) * 1000, 0))::float8 as "waitMs"`;

interface Guard extends PushKey {
  from: readonly PushState[];
  /** Null if any process may take the step. */
  leaseId: string | null;
}

/** The push, in a state that the step may start from, and held by this process if the step asks for that. */
const allowed = ($: Placeholders<Guard>): string =>
  `team_id = $1 and recommendation_id = ${$.recommendationId} and provider = ${$.provider}
   and state = any(${$.from}) and (${$.leaseId}::uuid is null or lease_id = ${$.leaseId})`;

const readRow = teamStatement<PushRow, [recommendationId: string, provider: string]>(
  'trackerPushes.read',
  `select ${columns} from tracker_pushes
    where team_id = $1 and recommendation_id = $2 and provider = $3`,
);
const claimRow = teamStatement<
  PushRow,
  PushKey & {
    clientId: string;
    leaseId: string;
    leaseMs: number;
    request: IssueRequest;
    from: readonly PushState[];
  }
>(
  'trackerPushes.claim',
  ($) => `insert into tracker_pushes as p
     (team_id, recommendation_id, provider, client_id, lease_id, lease_until, attempts, request)
   values ($1, ${$.recommendationId}, ${$.provider}, ${$.clientId}, ${$.leaseId},
           now() + ${$.leaseMs} * interval '1 ms', 1, ${$.request})
   on conflict (team_id, recommendation_id, provider) do update set
     lease_id = excluded.lease_id, lease_until = excluded.lease_until, attempts = p.attempts + 1,
     request = case p.state when 'planned' then excluded.request else p.request end
   where p.state = any(${$.from}) and (p.lease_until is null or p.lease_until <= now())
   returning ${columns}`,
);
const markRow = teamStatement<
  { state: PushState },
  Guard & { leaseMs: number; to: PushState | null }
>(
  'trackerPushes.mark',
  ($) => `update tracker_pushes set
     lease_until = now() + ${$.leaseMs} * interval '1 ms',
     sent_at = case ${$.to} when 'sent' then now() when 'planned' then null else sent_at end,
     state = coalesce(${$.to}, state)
   where ${allowed($)} returning state`,
);
const recordRow = teamStatement<{ state: PushState }, Guard & CreatedIssue & { to: PushState }>(
  'trackerPushes.record',
  (
    $,
  ) => `update tracker_pushes set state = ${$.to}, external_id = ${$.externalId}, native_id = ${$.nativeId},
     url = ${$.url}, title = ${$.title}, dropped = ${$.dropped}, failure = null
   where ${allowed($)} returning state`,
);
const finishRow = teamStatement<{ state: PushState }, Guard & { to: PushState }>(
  'trackerPushes.finish',
  ($) => `
   update tracker_pushes set state = ${$.to}, linked_at = now(), lease_id = null, lease_until = null, failure = null
    where ${allowed($)} returning state`,
);
const releaseRow = teamStatement<
  { state: PushState },
  Guard & { failure: string; retryAfterMs: number | null }
>(
  'trackerPushes.release',
  ($) => `update tracker_pushes set lease_id = null, lease_until = null, failure = ${$.failure},
     retry_at = now() + ${$.retryAfterMs} * interval '1 ms'
   where ${allowed($)} returning state`,
);

export async function readPush(db: TeamDatabase, key: PushKey): Promise<Push | undefined> {
  const row = await db.row(readRow, key.recommendationId, key.provider);
  return row && present(row);
}

/** Stores the attempt, or takes it over; undefined if someone works on it, or it is done. */
export async function claimPush(
  db: TeamDatabase,
  key: PushKey,
  { from }: PushStep,
  request: IssueRequest,
): Promise<HeldPush | undefined> {
  const leaseId = randomUUID();
  const claim = { ...key, clientId: randomUUID(), leaseId, leaseMs: LEASE_MS, request, from };
  const row = await db.row(claimRow, claim);
  return row && { ...key, ...present(row), leaseId };
}

/** Takes a step that lies before or after a call to the tracker, and renews the lease; false if it is not allowed. */
export async function markPush(db: TeamDatabase, push: HeldPush, step: PushStep): Promise<boolean> {
  const row = await db.row(markRow, {
    ...guard(push, step),
    leaseMs: LEASE_MS,
    to: step.to ?? null,
  });
  return row !== undefined;
}

export async function recordIssue(
  db: TeamDatabase,
  push: HeldPush,
  step: PushStep & { to: PushState },
  issue: CreatedIssue,
): Promise<void> {
  await db.row(recordRow, { ...issue, ...guard(push, step), to: step.to });
}

export async function finishPush(
  db: TeamDatabase,
  push: HeldPush,
  step: PushStep & { to: PushState },
): Promise<void> {
  await db.row(finishRow, { ...guard(push, step), to: step.to });
}

export async function releasePush(
  db: TeamDatabase,
  push: HeldPush,
  step: PushStep,
  failure: { message: string; retryAfterMs?: number },
): Promise<void> {
  await db.row(releaseRow, {
    ...guard(push, step),
    failure: failure.message,
    retryAfterMs: failure.retryAfterMs ?? null,
  });
}

const guard = (
  { recommendationId, provider, leaseId }: HeldPush,
  { from, byHolder }: PushStep,
): Guard => ({ recommendationId, provider, from, leaseId: byHolder ? leaseId : null });

function present(row: PushRow): Push {
  const { externalId, nativeId, url, title, dropped } = row;
  const known = externalId !== null && nativeId !== null && url !== null && title !== null;
  return {
    state: row.state,
    clientId: row.clientId,
    request: IssueRequest.parse(row.request),
    createdAt: row.createdAt,
    waitMs: row.waitMs,
    ...(row.sinceSentMs !== null && { sinceSentMs: row.sinceSentMs }),
    ...(known && { issue: { externalId, nativeId, url, title, dropped } }),
  };
}
