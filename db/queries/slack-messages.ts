import { teamStatement } from '../statement.js';

/** Kinds of message: a card, a note in its thread, the digest, the list of cards at setup, an admin alert. */
export type SlackSubject =
  | 'action_card'
  | 'snooze_return'
  | 'card_note'
  | 'digest'
  | 'trouble'
  | 'ship_question'
  | 'waiting_list';

export interface SlackMessageRow {
  workspaceId: string;
  channelId: string;
  subjectId: string;
  ts: string | null;
  /** The thread that the message is in. */
  threadTs: string | null;
  claimId: string;
  claimedAt: Date;
  postedAt: Date | null;
  renderedHash: string | null;
  version: number;
  failure: string | null;
}

const COLUMNS = `workspace_id as "workspaceId", channel_id as "channelId", subject_id as "subjectId",
  ts, thread_ts as "threadTs", claim_id as "claimId", claimed_at as "claimedAt", posted_at as "postedAt",
  rendered_hash as "renderedHash", version, failure`;

export const messagesOfSubject = teamStatement<
  SlackMessageRow,
  [subjectType: string, subjectId: string]
>(
  'slack.messagesOfSubject',
  `select ${COLUMNS} from slack_messages where team_id = $1 and subject_type = $2 and subject_id = $3`,
);

/** Claims the right to post, once per subject and channel; no row if another process has claimed it. */
export const claimMessage = teamStatement<
  { claimId: string },
  {
    workspaceId: string;
    channelId: string;
    subjectType: string;
    subjectId: string;
    claimId: string;
    threadTs: string | null;
  }
>(
  'slack.claimMessage',
  ($) => `insert into slack_messages
     (team_id, workspace_id, channel_id, subject_type, subject_id, claim_id, thread_ts, claimed_at)
   values ($1, ${$.workspaceId}, ${$.channelId}, ${$.subjectType}, ${$.subjectId}, ${$.claimId}, ${$.threadTs}, now())
   on conflict do nothing
   returning claim_id as "claimId"`,
);

export const messagePosted = teamStatement<
  { claimId: string },
  [claimId: string, ts: string | undefined, renderedHash: string | null]
>(
  'slack.messagePosted',
  `update slack_messages set ts = $3, posted_at = now(), rendered_hash = $4, failure = null
    where team_id = $1 and claim_id = $2 and ts is null
   returning claim_id as "claimId"`,
);

/** Deletes the claim of a message that was definitely not posted, so that it can be claimed again. */
export const releaseClaim = teamStatement<{ claimId: string }, [claimId: string]>(
  'slack.releaseClaim',
  `delete from slack_messages where team_id = $1 and claim_id = $2 and ts is null
   returning claim_id as "claimId"`,
);

export const messageFailed = teamStatement<{ claimId: string }, [claimId: string, failure: string]>(
  'slack.messageFailed',
  `update slack_messages set failure = $3 where team_id = $1 and claim_id = $2
   returning claim_id as "claimId"`,
);

/** Stores that the message shows the rendering with hash $3, as its version $4. */
export const messageRedrawn = teamStatement<
  { claimId: string },
  [claimId: string, renderedHash: string, version: number]
>(
  'slack.messageRedrawn',
  `update slack_messages set rendered_hash = $3, version = $4 where team_id = $1 and claim_id = $2
   returning claim_id as "claimId"`,
);

/** Posted notes in thread $3 of channel $2 whose rendering has hash $4. */
export const notesWithRetry = teamStatement<
  { claimId: string; ts: string },
  [channelId: string, threadTs: string | undefined, renderedHash: string]
>(
  'slack.notesWithRetry',
  `select claim_id as "claimId", ts from slack_messages
    where team_id = $1 and channel_id = $2 and thread_ts = $3 and subject_type = 'card_note'
      and rendered_hash = $4 and ts is not null and failure is null
    order by claimed_at`,
);

/** Marks a message that could not be updated, to be redrawn when Slack works again. */
export const messageOutdated = teamStatement<{ claimId: string }, [claimId: string]>(
  'slack.messageOutdated',
  `update slack_messages set rendered_hash = null where team_id = $1 and claim_id = $2
   returning claim_id as "claimId"`,
);

export const outdatedMessages = teamStatement<{ actionCardId: string }, [workspaceId: string]>(
  'slack.outdatedMessages',
  `select subject_id as "actionCardId" from slack_messages
    where team_id = $1 and workspace_id = $2 and subject_type = 'action_card'
      and ts is not null and rendered_hash is null and failure is null
    order by posted_at desc`,
);

/** Posts that Slack did not confirm, claimed at least $4 milliseconds ago. */
export const lostClaims = teamStatement<
  SlackMessageRow & { subjectType: SlackSubject },
  [workspaceId: string, channelId: string, claimedForMs: number]
>(
  'slack.lostClaims',
  `select subject_type as "subjectType", ${COLUMNS} from slack_messages
    where team_id = $1 and workspace_id = $2 and channel_id = $3 and ts is null and failure is null
      and claimed_at <= now() - make_interval(secs => $4::double precision / 1000)
    order by claimed_at`,
);

/** Restores the ts of a message from a click on it. */
export const repairMessage = teamStatement<
  { claimId: string },
  [workspaceId: string, channelId: string, actionCardId: string, ts: string]
>(
  'slack.repairMessage',
  `update slack_messages set ts = $5, posted_at = coalesce(posted_at, now()), failure = null,
          rendered_hash = null
    where team_id = $1 and workspace_id = $2 and channel_id = $3
      and subject_type = 'action_card' and subject_id = $4 and ts is null
   returning claim_id as "claimId"`,
);

/** Forgets the hash of a message when it is unknown what it displays, so that the next redraw is always sent. */
export const doubtMessage = teamStatement<
  { claimId: string },
  [channelId: string, subjectId: string]
>(
  'slack.doubtMessage',
  `update slack_messages set rendered_hash = null
    where team_id = $1 and channel_id = $2 and subject_type = 'action_card' and subject_id = $3
      and failure is null
   returning claim_id as "claimId"`,
);

/** Cards with a message in a channel whose relative times ("3 weeks ago") need a redraw. */
export const pendingMessages = teamStatement<{ actionCardId: string }>(
  'slack.pendingMessages',
  `select distinct m.subject_id as "actionCardId" from slack_messages m
     join action_cards c on c.team_id = m.team_id and c.action_card_id = m.subject_id
    where m.team_id = $1 and m.subject_type = 'action_card' and m.ts is not null
      and m.failure is null and c.resolved_at is null
      and m.posted_at > now() - interval '90 days'`,
);

/** Forgets every message of the workspace, so that its channels are filled again. */
export const forgetMessages = teamStatement<{ claimId: string }, [workspaceId: string]>(
  'slack.forgetMessages',
  `with channels as (delete from slack_channels where team_id = $1 and workspace_id = $2),
        listed as (delete from slack_listed_cards where team_id = $1 and workspace_id = $2),
        threads as (delete from slack_threads where team_id = $1 and workspace_id = $2),
        digests as (delete from slack_digests where team_id = $1 and workspace_id = $2),
        homes as (delete from slack_homes where team_id = $1 and workspace_id = $2)
   delete from slack_messages where team_id = $1 and workspace_id = $2
   returning claim_id as "claimId"`,
);

/** Deletes claims of notes and alerts that are older than 30 days. */
export const forgetNoteClaims = teamStatement<{ claimId: string }>(
  'slack.forgetNoteClaims',
  `delete from slack_messages where team_id = $1 and subject_type in ('card_note', 'trouble')
      and claimed_at < now() - interval '30 days'
   returning claim_id as "claimId"`,
);
