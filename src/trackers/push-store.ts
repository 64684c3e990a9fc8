import { randomUUID } from 'node:crypto';
import { teamStatement } from '../../db/statement.js';
import type { TeamDatabase } from '../../db/team-database.js';
import type { CreatedIssue } from './issue.js';
import { IssueRequest } from './issue-draft.js';

/** Longer than any single call to a tracker may take; renewed before each of them. */
const LEASE_MS = 60_000;

export interface PushKey {
  recommendationId: string;
  provider: string;
}

export interface Push {
  clientId: string;
  createdAt: Date;
  /** What was asked for: of the first creation that may have taken effect, else of the latest call. */
  request: IssueRequest;
  /** The issue, once it is known. */
  issue?: CreatedIssue;
  linked: boolean;
  /** Milliseconds since a creation was sent that may have taken effect; by the database's clock. */
  sinceSentMs?: number;
  /** Milliseconds that the tracker still wants us to wait; 0 when none. */
  waitMs: number;
}

/** A push held by this caller alone, until it is released or its lease runs out. */
export interface HeldPush extends Push, PushKey {
  leaseId: string;
}

interface PushRow {
  clientId: string;
  createdAt: Date;
  request: unknown;
  externalId: string | null;
  nativeId: string | null;
  url: string | null;
  title: string | null;
  dropped: string[];
  linked: boolean;
  sinceSentMs: number | null;
  waitMs: number;
}

const columns = `client_id as "clientId", created_at as "createdAt", request, external_id as "externalId",
  native_id as "nativeId", url, title, dropped, linked_at is not null as linked,
  (extract(epoch from now() - sent_at) * 1000)::float8 as "sinceSentMs",
  greatest(0, coalesce(extract(epoch from retry_at - now()) * 1000, 0))::float8 as "waitMs"`;

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
     request = case when p.sent_at is null then excluded.request else p.request end
   where p.linked_at is null and (p.lease_until is null or p.lease_until <= now())
   returning ${columns}`,
);
const renewRow = teamStatement<{ clientId: string }>(
  'trackerPushes.renew',
  `update tracker_pushes set
     lease_until = now() + $5 * interval '1 ms',
     sent_at = case $6 when 'sent' then now() when 'kept' then sent_at end
   where team_id = $1 and recommendation_id = $2 and provider = $3 and lease_id = $4
   returning client_id as "clientId"`,
);
const recordRow = teamStatement<{ clientId: string }>(
  'trackerPushes.record',
  `update tracker_pushes set
     external_id = $4, native_id = $5, url = $6, title = $7, dropped = $8, failure = null
   where team_id = $1 and recommendation_id = $2 and provider = $3
   returning client_id as "clientId"`,
);
const finishRow = teamStatement<{ clientId: string }>(
  'trackerPushes.finish',
  `update tracker_pushes set linked_at = now(), lease_id = null, lease_until = null, failure = null
   where team_id = $1 and recommendation_id = $2 and provider = $3
   returning client_id as "clientId"`,
);
const releaseRow = teamStatement<{ clientId: string }>(
  'trackerPushes.release',
  `update tracker_pushes set lease_id = null, lease_until = null, failure = $5,
     retry_at = now() + $6 * interval '1 ms'
   where team_id = $1 and recommendation_id = $2 and provider = $3 and lease_id = $4
   returning client_id as "clientId"`,
);

export async function readPush(db: TeamDatabase, key: PushKey): Promise<Push | undefined> {
  const row = await db.row(readRow, key.recommendationId, key.provider);
  return row && present(row);
}

/** Whether an issue may stand in the tracker already. */
export const mayExist = (push: Push | undefined): boolean =>
  push?.issue !== undefined || push?.sinceSentMs !== undefined;

/** Stores the attempt, or takes over one that nobody works on; undefined where somebody does, or it is done. */
export async function claimPush(
  db: TeamDatabase,
  key: PushKey,
  request: IssueRequest,
): Promise<HeldPush | undefined> {
  const leaseId = randomUUID();
  const { recommendationId, provider } = key;
  const ids = [recommendationId, provider, randomUUID(), leaseId];
  const row = await db.row(claimRow, ...ids, LEASE_MS, request);
  return row && { ...key, ...present(row), leaseId };
}

/**
 * Keeps the push for another call, and notes what became of the creation: `sent` when one goes out now,
 * `none` when it surely had no effect, else `kept`. False where the push was taken over.
 */
export async function renewPush(
  db: TeamDatabase,
  push: HeldPush,
  creation: 'sent' | 'none' | 'kept',
): Promise<boolean> {
  return (await db.row(renewRow, ...keyOf(push), push.leaseId, LEASE_MS, creation)) !== undefined;
}

/** Stores the issue as soon as it is known, whoever holds the push by now: there is only the one. */
export async function recordIssue(
  db: TeamDatabase,
  push: HeldPush,
  { externalId, nativeId, url, title, dropped }: CreatedIssue,
): Promise<void> {
  await db.row(recordRow, ...keyOf(push), externalId, nativeId, url, title, dropped);
}

export async function finishPush(db: TeamDatabase, push: HeldPush): Promise<void> {
  await db.row(finishRow, ...keyOf(push));
}

/** Gives the push back with the reason why there is no linked issue yet. */
export async function releasePush(
  db: TeamDatabase,
  push: HeldPush,
  failure: { message: string; retryAfterMs?: number },
): Promise<void> {
  const waitMs = failure.retryAfterMs ?? null;
  await db.row(releaseRow, ...keyOf(push), push.leaseId, failure.message, waitMs);
}

const keyOf = ({ recommendationId, provider }: PushKey) => [recommendationId, provider] as const;

function present(row: PushRow): Push {
  const { externalId, nativeId, url, title, dropped } = row;
  const known = externalId !== null && nativeId !== null && url !== null && title !== null;
  return {
    clientId: row.clientId,
    request: IssueRequest.parse(row.request),
    createdAt: row.createdAt,
    linked: row.linked,
    waitMs: row.waitMs,
    ...(row.sinceSentMs !== null && { sinceSentMs: row.sinceSentMs }),
    ...(known && { issue: { externalId, nativeId, url, title, dropped } }),
  };
}
