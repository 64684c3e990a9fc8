import { randomUUID } from 'node:crypto';
import type { PushState } from '../../db/entities/tracker-push.js';
import { teamStatement } from '../../db/statement.js';
import type { TeamDatabase } from '../../db/team-database.js';
import type { CreatedIssue } from './issue.js';
import { IssueRequest } from './issue-draft.js';

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

/** The push, in a state that the step may start from, and held by this process if the step asks for that. */
const allowed = `team_id = $1 and recommendation_id = $2 and provider = $3 and state = any($4)
  and ($5::uuid is null or lease_id = $5)`;

const readRow = teamStatement<PushRow>(
  'trackerPushes.read',
  `select ${columns} from tracker_pushes
    where team_id = $1 and recommendation_id = $2 and provider = $3`,
);
const claimRow = teamStatement<PushRow>(
  'trackerPushes.claim',
  `insert into tracker_pushes as p
     (team_id, recommendation_id, provider, client_id, lease_id, lease_until, attempts, request)
   values ($1, $2, $3, $4, $5, now() + $6 * interval '1 ms', 1, $7)
   on conflict (team_id, recommendation_id, provider) do update set
     lease_id = excluded.lease_id, lease_until = excluded.lease_until, attempts = p.attempts + 1,
     request = case p.state when 'planned' then excluded.request else p.request end
   where p.state = any($8) and (p.lease_until is null or p.lease_until <= now())
   returning ${columns}`,
);
const markRow = teamStatement<{ state: PushState }>(
  'trackerPushes.mark',
  `update tracker_pushes set
     lease_until = now() + $6 * interval '1 ms',
     sent_at = case $7 when 'sent' then now() when 'planned' then null else sent_at end,
     state = coalesce($7, state)
   where ${allowed} returning state`,
);
const recordRow = teamStatement<{ state: PushState }>(
  'trackerPushes.record',
  `update tracker_pushes set state = $6,
     external_id = $7, native_id = $8, url = $9, title = $10, dropped = $11, failure = null
   where ${allowed} returning state`,
);
const finishRow = teamStatement<{ state: PushState }>(
  'trackerPushes.finish',
  `update tracker_pushes set state = $6, linked_at = now(), lease_id = null, lease_until = null, failure = null
   where ${allowed} returning state`,
);
const releaseRow = teamStatement<{ state: PushState }>(
  'trackerPushes.release',
  `update tracker_pushes set lease_id = null, lease_until = null, failure = $6,
     retry_at = now() + $7 * interval '1 ms'
   where ${allowed} returning state`,
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
  const { recommendationId, provider } = key;
  const ids = [recommendationId, provider, randomUUID(), leaseId];
  const row = await db.row(claimRow, ...ids, LEASE_MS, request, from);
  return row && { ...key, ...present(row), leaseId };
}

/** Takes a step that lies before or after a call to the tracker, and renews the lease; false if it is not allowed. */
export async function markPush(db: TeamDatabase, push: HeldPush, step: PushStep): Promise<boolean> {
  const row = await db.row(markRow, ...guard(push, step), LEASE_MS, step.to ?? null);
  return row !== undefined;
}

export async function recordIssue(
  db: TeamDatabase,
  push: HeldPush,
  step: PushStep,
  { externalId, nativeId, url, title, dropped }: CreatedIssue,
): Promise<void> {
  const issue = [externalId, nativeId, url, title, dropped];
  await db.row(recordRow, ...guard(push, step), step.to, ...issue);
}

export async function finishPush(db: TeamDatabase, push: HeldPush, step: PushStep): Promise<void> {
  await db.row(finishRow, ...guard(push, step), step.to);
}

export async function releasePush(
  db: TeamDatabase,
  push: HeldPush,
  step: PushStep,
  failure: { message: string; retryAfterMs?: number },
): Promise<void> {
  await db.row(releaseRow, ...guard(push, step), failure.message, failure.retryAfterMs ?? null);
}

const guard = ({ recommendationId, provider, leaseId }: HeldPush, { from, byHolder }: PushStep) =>
  [recommendationId, provider, from, byHolder ? leaseId : null] as const;

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
