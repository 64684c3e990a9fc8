import type { WorkItemState } from '../../../db/entities/work-item.js';
import { teamStatement } from '../../../db/statement.js';
import type { WorkItemStatusRow } from './work-item-states.js';

interface MessageIssueRow {
  provider: string;
  externalId: string;
  url: string;
  copy: number;
  /** Null if the issue is not followed, because it is not about a belief. */
  state: WorkItemState | null;
}

/** The issues that were created from message $2, oldest first. */
export const issuesOfMessage = teamStatement<MessageIssueRow, [messageKey: string]>(
  'messageIssues.ofMessage',
  `select p.provider, p.external_id as "externalId", p.url, p.copy,
          coalesce(p.status->>'state', (select s.state from work_item_states s
            where s.team_id = p.team_id and s.tracker = p.provider and s.native_id = p.native_id limit 1)) as state
     from tracker_pushes p
    where p.team_id = $1 and p.message_key = $2 and p.state = 'linked'
    order by p.linked_at, p.copy`,
);

/** The beliefs of issues that were created from messages in tracker $2, by permanent id $3. */
export const beliefsOfIssue = teamStatement<
  { refNumber: number },
  [provider: string, nativeId: string]
>(
  'messageIssues.beliefsOfIssue',
  `select distinct s.ref_number as "refNumber"
     from tracker_pushes p
     join signals s on s.team_id = p.team_id and s.signal_id = p.signal_id
    where p.team_id = $1 and p.provider = $2 and p.native_id = $3
    order by s.ref_number`,
);

/**
 * Sets the belief that the issue of a push is about. With a status, the issue is followed without a recommendation.
 */
export const setBelief = teamStatement<
  { clientId: string },
  [clientId: string, signalId: string, status: object | null]
>(
  'messageIssues.setBelief',
  `update tracker_pushes set status = $4::jsonb,
          signal_id = (select signal_id from signals where team_id = $1 and signal_id = $3)
    where team_id = $1 and client_id = $2
   returning client_id as "clientId"`,
);

export interface FollowedPushRow {
  clientId: string;
  url: string;
  provider: string;
  readAt: Date | null;
  status: WorkItemStatusRow;
}

const COLUMNS = `client_id as "clientId", url, provider, read_at as "readAt", status`;

/** The issues of tracker $2 that are followed without a recommendation, by the permanent id $3 or the names $4. */
export const followedPushes = teamStatement<
  FollowedPushRow,
  [provider: string, nativeId: string, externalIds: readonly string[]]
>(
  'messageIssues.followed',
  `select ${COLUMNS} from tracker_pushes
    where team_id = $1 and provider = $2 and status is not null
      and (native_id = $3 or status->>'externalId' = any($4))
    order by client_id`,
);

export const lockPush = teamStatement<FollowedPushRow, [clientId: string]>(
  'messageIssues.lock',
  `select ${COLUMNS} from tracker_pushes
    where team_id = $1 and client_id = $2 and status is not null for update`,
);

/** Stores a state. $4 is true if the tracker was read, and false if a read has to confirm it. */
export const writePushStatus = teamStatement<
  { clientId: string },
  [clientId: string, status: object, isRead: boolean]
>(
  'messageIssues.write',
  `update tracker_pushes set status = $3::jsonb, read_at = case when $4::boolean then now() end
    where team_id = $1 and client_id = $2
   returning client_id as "clientId"`,
);

/** Issues that were not read lately, longest unread first; issues that have ended are read once a day. */
export const pushesToRead = teamStatement<FollowedPushRow, [limit: number]>(
  'messageIssues.toRead',
  `select ${COLUMNS} from tracker_pushes
    where team_id = $1 and status is not null
      and (read_at is null or read_at < now() - case when status->>'state' in ('open', 'started')
             then interval '1 minute' else interval '1 day' end)
    order by coalesce(read_at, '-infinity'), client_id limit $2`,
);
