import type { ActionCard, ActionCardType } from '../entities/action-card.js';
import { teamStatement } from '../statement.js';
import { listTotal, pageOfMost, statementVariants } from './keyset.js';

interface CardParticipantRow {
  participantId: string;
  displayName: string;
  email: string | null;
  lastContactedAt: Date | null;
}

/** A card with the names behind its references. */
export interface ActionCardRow extends Omit<ActionCard, 'teamId'> {
  /** The studies in `studyIds` that exist, in that order. */
  studies: { studyId: string; name: string }[];
  participant: CardParticipantRow | null;
}

/** A row as selected, with the participant's columns next to the card's. */
export interface FlatActionCardRow extends Omit<ActionCardRow, 'participant'> {
  displayName: string | null;
  email: string | null;
  lastContactedAt: Date | null;
}

/** Position in the queue: the next page starts after the card with these sort keys. */
export interface QueuePosition {
  priority: number;
  urgency: number;
  createdAt: Date;
  actionCardId: string;
}

const cardColumns = `
  c.action_card_id as "actionCardId", c.type, c.summary, c.quote, c.reason, c.priority, c.urgency,
  c.created_at as "createdAt", c.study_ids as "studyIds", c.theme_ids as "themeIds",
  c.source_item_id as "sourceItemId", c.signal_id as "signalId",
  c.recommendation_id as "recommendationId", c.participant_id as "participantId",
  c.snoozed_until as "snoozedUntil", c.resolved_at as "resolvedAt", c.resolution, c.cause,
  (select coalesce(json_agg(json_build_object('studyId', s.study_id, 'name', s.name)
            order by array_position(c.study_ids, s.study_id)), '[]')
     from studies s where s.team_id = c.team_id and s.study_id = any (c.study_ids)) as studies,
  p.display_name as "displayName", p.email, p.last_contacted_at as "lastContactedAt"`;

/** The order of the inbox, for cards aliased `c`: tier, most urgent, newest, id. Index action_cards_queue has it. */
export const inboxOrder = 'c.priority, c.urgency desc, c.created_at desc, c.action_card_id';

const cards = `action_cards c
  left join participants p on p.team_id = c.team_id and p.participant_id = c.participant_id`;

/**
 * Pending cards that are not snoozed, ordered by tier, then urgency, then newest, then id. A type and a position
 * are bound only in the variants that use them.
 */
export const listActionCards = statementVariants<
  FlatActionCardRow,
  { type: boolean; after: boolean },
  { now: Date; type?: ActionCardType | undefined; limit: number } & Partial<QueuePosition>
>(({ type, after }) =>
  teamStatement(`actionCards.list${type ? '.type' : ''}${after ? '.after' : ''}`, ($) =>
    pageOfMost(
      `select ${cardColumns} from ${cards}
      where c.team_id = $1 and c.resolved_at is null and (c.snoozed_until is null or c.snoozed_until <= ${$.now})
        ${type ? `and c.type = ${$.type}` : ''}
        ${
          after
            ? `and c.priority >= ${$.priority} and (c.priority > ${$.priority} or c.urgency < ${$.urgency}
                 or (c.urgency = ${$.urgency} and (c.created_at < ${$.createdAt}
                   or (c.created_at = ${$.createdAt} and c.action_card_id > ${$.actionCardId}))))`
            : ''
        }
      order by ${inboxOrder}`,
      $.limit,
    ),
  ),
);

/**
 * Number of pending cards that are not snoozed at the moment. The instant is a subquery, so that the planner does
 * not make a new plan for every value.
 */
export const countActionCardsListed = statementVariants<
  { total: number },
  { type: boolean },
  [now: Date, type: ActionCardType | null]
>(({ type }) =>
  teamStatement(
    `actionCards.count${type ? '.type' : ''}`,
    `select ${listTotal('action_cards', type ? 'part = $3' : '$3::text is null')} -
              (select count(*) from action_cards c
                where c.team_id = $1 and c.resolved_at is null and c.snoozed_until > (select $2::timestamptz)
                  and ${type ? 'c.type = $3' : 'true'})::int as total`,
  ),
);
