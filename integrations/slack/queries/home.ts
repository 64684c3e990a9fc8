import type { ActionCardType } from '../../../db/entities/action-card.js';
import { inboxOrder } from '../../../db/queries/action-cards.js';
import type { HistoryRow } from '../../../db/queries/card-material.js';
import { teamStatement } from '../../../db/statement.js';

/** Pending, visible cards in rank order, of type $2 (null: all); a page of $3 starting at $4. */
export const inboxCards = teamStatement<
  { actionCardId: string },
  [type: string | null, limit: number, from: number]
>(
  'slack.inboxCards',
  `select c.action_card_id as "actionCardId" from action_cards c
    where c.team_id = $1 and c.resolved_at is null
      and (c.snoozed_until is null or c.snoozed_until <= now())
      and ($2::text is null or c.type = $2)
    order by ${inboxOrder}
    limit $3 offset $4`,
);

/**
 * The latest $3 cards whose recommendation Slack user $2 accepted within a week and that have no linked work yet.
 */
export const acceptedCards = teamStatement<
  { actionCardId: string },
  [actorId: string, limit: number]
>(
  'slack.acceptedCards',
  `select c.action_card_id as "actionCardId"
     from recommendations r
     join history h on h.team_id = $1 and h.subject_type = 'recommendation'
      and h.subject_id = r.recommendation_id and h.action = 'decide' and h.at = r.decided_at
      and h.actor_type = 'slack_user' and h.actor_id = $2
     join action_cards c on c.team_id = $1 and c.recommendation_id = r.recommendation_id
      and c.type = 'new_recommendation' and c.resolved_at is not null
    where r.team_id = $1 and r.published and r.state = 'accepted'
      and r.decided_at > now() - interval '7 days'
      and not exists (select 1 from work_item_links w
                       where w.team_id = $1 and w.recommendation_id = r.recommendation_id)
    order by r.decided_at desc, c.action_card_id
    limit $3`,
);

export interface InboxCount {
  type: ActionCardType;
  count: number;
}

export const inboxCounts = teamStatement<InboxCount>(
  'slack.inboxCounts',
  `select type, count(*)::int as count from action_cards
    where team_id = $1 and resolved_at is null and (snoozed_until is null or snoozed_until <= now())
    group by type order by min(priority), type`,
);

export interface SnoozedRow {
  actionCardId: string;
  summary: string;
  snoozedUntil: Date;
  /** The participant that the summary may name. */
  participantName: string | null;
}

export const snoozedCards = teamStatement<SnoozedRow>(
  'slack.snoozedCards',
  `select c.action_card_id as "actionCardId", c.summary, c.snoozed_until as "snoozedUntil",
          p.display_name as "participantName"
     from action_cards c
     left join participants p on p.team_id = $1 and p.participant_id = c.participant_id
    where c.team_id = $1 and c.resolved_at is null and c.snoozed_until > now()
    order by c.snoozed_until, c.action_card_id limit 10`,
);

export interface ActionRow extends HistoryRow {
  subject: string | null;
  participantName: string | null;
}

/** The latest actions of one user ($2, the Slack user). */
export const actionsOf = teamStatement<ActionRow, [actorId: string]>(
  'slack.deedsOf',
  `select h.at, h.action, h.actor_type as "actorType", h.actor_id as "actorId",
          h.actor_name as "actorName", h.note, h.detail,
          coalesce(r.title, c.summary, s.name, 'SIG-' || b.ref_number || ' ' || b.label, t.label) as subject, p.display_name as "participantName"
     from history h
     left join recommendations r on r.team_id = h.team_id
      and h.subject_type = 'recommendation' and r.recommendation_id = h.subject_id
     left join action_cards c on c.team_id = h.team_id
      and h.subject_type = 'action_card' and c.action_card_id = h.subject_id
     left join participants p on p.team_id = h.team_id and p.participant_id = c.participant_id
     left join studies s on s.team_id = h.team_id and s.study_id = h.detail ->> 'studyId'
     left join signals b on b.team_id = h.team_id and h.subject_type = 'signal' and b.signal_id = h.subject_id
     left join themes t on t.team_id = h.team_id and h.subject_type = 'theme' and t.theme_id = h.subject_id
    where h.team_id = $1 and h.actor_type = 'slack_user' and h.actor_id = $2
    order by h.entry_id desc limit 5`,
);

export interface SlackHomeRow {
  userId: string;
  page: unknown;
  renderedHash: string | null;
}

/** Records that a user is looking at this page of their Home. */
export const homeShown = teamStatement<
  { userId: string },
  { workspaceId: string; userId: string; page: object; renderedHash: string | null; now: Date }
>(
  'slack.homeShown',
  ($) => `insert into slack_homes (team_id, workspace_id, user_id, page, rendered_hash, opened_at)
   values ($1, ${$.workspaceId}, ${$.userId}, ${$.page}, ${$.renderedHash}, ${$.now})
   on conflict (team_id, workspace_id, user_id) do update
      set page = excluded.page, rendered_hash = excluded.rendered_hash, opened_at = excluded.opened_at
   returning user_id as "userId"`,
);

/** Records a redraw the user did not request: ($2 workspace, $3 user, $4 hash). */
export const homeRedrawn = teamStatement<
  { userId: string },
  [workspaceId: string, userId: string, renderedHash: string]
>(
  'slack.homeRedrawn',
  `update slack_homes set rendered_hash = $4
    where team_id = $1 and workspace_id = $2 and user_id = $3 returning user_id as "userId"`,
);

/** Homes that may be open: viewed within $3 hours; the latest 200. */
export const openHomes = teamStatement<SlackHomeRow, [workspaceId: string, hours: number]>(
  'slack.openHomes',
  `select user_id as "userId", page, rendered_hash as "renderedHash" from slack_homes
    where team_id = $1 and workspace_id = $2 and opened_at > now() - make_interval(hours => $3)
    order by opened_at desc limit 200`,
);
