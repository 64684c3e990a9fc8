import { teamStatement } from '../statement.js';
import { inboxOrder } from './action-cards.js';

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
