import { randomUUID } from 'node:crypto';
import type { PushState } from '../../db/entities/work-item.js';
import { type Placeholders, teamStatement } from '../../db/statement.js';
import type { TeamDatabase } from '../../db/team-database.js';
import { type CreatedIssue, IssueRequest } from './issue.js';

/** Longer than any single call to a tracker may take; renewed before each call. */
const LEASE_MS = 60_000;

/** One step of a push. The database accepts it only in one of the `from` states. */
export interface PushStep {
  from: readonly PushState[];
  /** If absent, the state does not change. */
  to?: PushState;
  /** True if only the process that holds the push may take the step. */
  byHolder: boolean;
}

/** A recommendation that gets an issue, or a message with its key and the number of the issue created from it. */
export type PushSubject = { recommendationId: string } | { messageKey: string; copy: number };

export type PushKey = PushSubject & { provider: string };

export interface Push {
  state: PushState;
  clientId: string;
  createdAt: Date;
  /** The request of the first creation that may have taken effect, or else of the latest call. */
  request: IssueRequest;
  /** Set from the state `made` on. */
  issue?: CreatedIssue;
  /** Milliseconds since the last creation was sent, by the database's clock. */
  sinceSentMs?: number;
  /** Milliseconds that the tracker still asks us to wait; 0 if it does not. */
  waitMs: number;
}

/** A push held exclusively by this caller, until it is released or its lease expires. */
export interface HeldPush extends Push {
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

interface Guard {
  clientId: string;
  from: readonly PushState[];
  /** Null if any process may take the step. */
  leaseId: string | null;
}

/** Condition for a push in a state that the step may start from, held by this process if the step requires it. */
const allowed = ($: Placeholders<Guard>): string =>
  `team_id = $1 and client_id = ${$.clientId}
   and state = any(${$.from}) and (${$.leaseId}::uuid is null or lease_id = ${$.leaseId})`;

/** A subject's key, one field per column. */
interface KeyColumns {
  recommendationId: string | null;
  messageKey: string | null;
  copy: number;
  provider: string;
}

const columnsOf = (key: PushKey): KeyColumns => ({
  recommendationId: 'recommendationId' in key ? key.recommendationId : null,
  messageKey: 'messageKey' in key ? key.messageKey : null,
  copy: 'messageKey' in key ? key.copy : 1,
  provider: key.provider,
});

const ofKey = ($: Placeholders<KeyColumns>): string =>
  `team_id = $1 and provider = ${$.provider} and copy = ${$.copy}
   and (recommendation_id = ${$.recommendationId} or message_key = ${$.messageKey})`;

const readRow = teamStatement<PushRow, KeyColumns>(
  'trackerPushes.read',
  ($) => `select ${columns} from tracker_pushes where ${ofKey($)}`,
);
const planRow = teamStatement<{ state: PushState }, KeyColumns & { clientId: string }>(
  'trackerPushes.plan',
  (
    $,
  ) => `insert into tracker_pushes (team_id, recommendation_id, message_key, copy, provider, client_id)
   values ($1, ${$.recommendationId}, ${$.messageKey}, ${$.copy}, ${$.provider}, ${$.clientId})
   on conflict do nothing
   returning state`,
);
const claimRow = teamStatement<
  PushRow,
  KeyColumns & {
    leaseId: string;
    leaseMs: number;
    request: IssueRequest;
    from: readonly PushState[];
  }
>(
  'trackerPushes.claim',
  ($) => `update tracker_pushes set
     lease_id = ${$.leaseId}, lease_until = now() + ${$.leaseMs} * interval '1 ms', attempts = attempts + 1,
     request = case state when 'planned' then ${$.request}::jsonb else request end
   where ${ofKey($)} and state = any(${$.from}) and (lease_until is null or lease_until <= now())
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
  const row = await db.row(readRow, columnsOf(key));
  return row && present(row);
}

/** Stores the attempt, or takes it over; undefined if another process is working on it or it is done. */
export async function claimPush(
  db: TeamDatabase,
  key: PushKey,
  { from }: PushStep,
  request: IssueRequest,
): Promise<HeldPush | undefined> {
  const ours = columnsOf(key);
  await db.row(planRow, { ...ours, clientId: randomUUID() });
  const leaseId = randomUUID();
  const row = await db.row(claimRow, { ...ours, leaseId, leaseMs: LEASE_MS, request, from });
  return row && { ...present(row), leaseId };
}

/** Takes a step before or after a call to the tracker, and renews the lease; false if the step is not allowed. */
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

const guard = ({ clientId, leaseId }: HeldPush, { from, byHolder }: PushStep): Guard => ({
  clientId,
  from,
  leaseId: byHolder ? leaseId : null,
});

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
