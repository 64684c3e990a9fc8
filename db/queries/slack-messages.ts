import { teamStatement } from '../statement.js';
import { inboxOrder } from './action-cards.js';

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

/** True if card `c` was in the list posted to channel $3 of workspace $2 with its first cards. */
const WAS_LISTED = `exists (
        select 1 from slack_listed_cards listed
         where listed.team_id = $1 and listed.workspace_id = $2 and listed.channel_id = $3
           and listed.action_card_id = c.action_card_id)`;

export const postedEver = teamStatement<
  { count: number },
  [workspaceId: string, channelId: string]
>(
  'slack.postedEver',
  `select count(*)::int as count from slack_messages
    where team_id = $1 and workspace_id = $2 and channel_id = $3 and subject_type = 'action_card'`,
);

/** Number of cards of a tier above $4 that a channel got in the last 24 hours, without its first cards. */
export const postedToday = teamStatement<
  { count: number },
  [workspaceId: string, channelId: string, priority: number]
>(
  'slack.postedToday',
  `select count(*)::int as count from slack_messages m
     join action_cards c on c.team_id = $1 and c.action_card_id = m.subject_id and c.priority > $4
     join slack_channels filled on filled.team_id = $1 and filled.workspace_id = $2
      and filled.channel_id = $3
    where m.team_id = $1 and m.workspace_id = $2 and m.channel_id = $3
      and m.subject_type = 'action_card' and m.claimed_at > now() - interval '24 hours'
      and m.claimed_at > filled.filled_at and not ${WAS_LISTED}`,
);

/** True if card `c` is pending, visible, and never posted in channel `$3` of workspace `$2`. */
export const WAITS_FOR_CHANNEL = `c.team_id = $1 and c.resolved_at is null
      and (c.snoozed_until is null or c.snoozed_until <= now())
      and not exists (
        select 1 from slack_messages m
         where m.team_id = $1 and m.workspace_id = $2 and m.channel_id = $3
           and m.subject_type = 'action_card' and m.subject_id = c.action_card_id)`;

/** The highest-ranked pending, visible card of tier $4 or better that this channel never had. */
export const nextCardToPost = teamStatement<
  { actionCardId: string; priority: number },
  [workspaceId: string, channelId: string, priority: number]
>(
  'slack.nextCardToPost',
  `select c.action_card_id as "actionCardId", c.priority from action_cards c
    where ${WAITS_FOR_CHANNEL} and not ${WAS_LISTED}
      and c.priority <= $4
      and (c.cause is null or not exists (
        -- found again within days, the same thing is no news
        select 1 from action_cards same
          join slack_messages m on m.team_id = $1 and m.workspace_id = $2 and m.channel_id = $3
           and m.subject_type = 'action_card' and m.subject_id = same.action_card_id
         where same.team_id = $1 and same.cause = c.cause and m.claimed_at > now() - interval '7 days'))
    order by ${inboxOrder}
    limit 1`,
);

/** Stores that the cards waiting for channel $3 of workspace $2 were listed there, so they are not new. */
export const listWaiting = teamStatement<
  { actionCardId: string },
  [workspaceId: string, channelId: string]
>(
  'slack.listWaiting',
  `insert into slack_listed_cards (team_id, workspace_id, channel_id, action_card_id)
   select $1, $2, $3, c.action_card_id from action_cards c where ${WAITS_FOR_CHANNEL}
   on conflict do nothing returning action_card_id as "actionCardId"`,
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

/** The cards with a message in channel $3 of workspace $2, newest first. */
export const cardsInChannel = teamStatement<
  { actionCardId: string },
  [workspaceId: string, channelId: string]
>(
  'slack.cardsInChannel',
  `select subject_id as "actionCardId" from slack_messages
    where team_id = $1 and workspace_id = $2 and channel_id = $3 and subject_type = 'action_card'
      and ts is not null and failure is null
    order by posted_at desc`,
);

/** Returns a row if channel $3 of workspace $2 has had its first cards. */
export const channelFilled = teamStatement<
  { filledAt: Date },
  [workspaceId: string, channelId: string]
>(
  'slack.channelFilled',
  `select filled_at as "filledAt" from slack_channels
    where team_id = $1 and workspace_id = $2 and channel_id = $3`,
);

/** Returns a row if channel $3 gets its cards from a workspace of the team other than $2. */
export const channelElsewhere = teamStatement<
  { workspaceId: string },
  [workspaceId: string, channelId: string]
>(
  'slack.channelElsewhere',
  `select c.workspace_id as "workspaceId" from slack_channels c
     left join slack_channels mine on mine.team_id = $1 and mine.workspace_id = $2 and mine.channel_id = $3
    where c.team_id = $1 and c.channel_id = $3 and mine.team_id is null limit 1`,
);

/** Marks the channel as filled: at least one card is posted, and neither a card nor the list is pending. */
export const fillChannel = teamStatement<
  { filledAt: Date },
  [workspaceId: string, channelId: string]
>(
  'slack.fillChannel',
  `insert into slack_channels (team_id, workspace_id, channel_id, filled_at)
   select $1, $2, $3, now() from slack_messages
    where team_id = $1 and workspace_id = $2 and channel_id = $3
      and subject_type in ('action_card', 'waiting_list') and failure is null
   having count(ts) > 0 and count(*) = count(ts)
   on conflict do nothing returning filled_at as "filledAt"`,
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
