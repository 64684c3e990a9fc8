import type { WorkItemState } from '../../../db/entities/work-item.js';
import { epochMs } from '../../../db/queries/keyset.js';
import type { ReceiptRow } from '../../../db/queries/signals.js';
import { teamStatement } from '../../../db/statement.js';

export interface IssueRow {
  recommendationId: string;
  url: string;
  provider: string;
  externalId: string | null;
  title: string | null;
  /** Null until a tracker has reported it. */
  state: WorkItemState | null;
}

/** The issues linked to the recommendations `$2`, the oldest link first. */
export const issuesOfRecommendations = teamStatement<
  IssueRow,
  [recommendationIds: readonly string[]]
>(
  'recommendations.issues',
  `select w.recommendation_id as "recommendationId", coalesce(f.url, w.url) as url, w.provider,
          coalesce(f.external_id, w.external_id) as "externalId",
          coalesce(f.title, w.title) as title, f.state
     from work_item_links w
     left join work_item_states f on f.team_id = $1
      and f.recommendation_id = w.recommendation_id and f.normalized_url = w.normalized_url
    where w.team_id = $1 and w.recommendation_id = any ($2::text[])
    order by w.linked_at, w.normalized_url`,
);

/** The issues that were created from messages about signal `$2` and are linked to no recommendation, oldest first. */
export const issuesOfSignal = teamStatement<Omit<IssueRow, 'recommendationId'>, [signalId: string]>(
  'signals.issues',
  `select p.status->>'url' as url, p.provider, p.status->>'externalId' as "externalId",
          p.status->>'title' as title, p.status->>'state' as state
     from tracker_pushes p
    where p.team_id = $1 and p.signal_id = $2 and p.status is not null
    order by p.linked_at nulls last, p.client_id`,
);

export interface ShippedRow {
  recommendationId: string;
  title: string;
  shippedAt: Date;
}

/** Shipped recommendations for signal `$2`, dated by the receipt, else by the outcome. */
export const shippedForSignal = teamStatement<ShippedRow, [signalId: string]>(
  'signals.shipped',
  `select r.recommendation_id as "recommendationId", r.title,
          coalesce(p.shipped_at, r.outcome_at) as "shippedAt"
     from recommendation_signals rs
     join recommendations r on r.team_id = $1 and r.recommendation_id = rs.recommendation_id
     left join post_ship_receipts p on p.team_id = $1 and p.signal_id = rs.signal_id
      and p.recommendation_id = rs.recommendation_id
    where rs.team_id = $1 and rs.signal_id = $2 and r.published
      and (r.outcome = 'shipped' or p.shipped_at is not null)
    order by 3, 1`,
);

/** The receipts of recommendation `$2`; instants are epoch milliseconds. */
export const receiptsOfRecommendation = teamStatement<
  ReceiptRow & { signalId: string },
  [recommendationId: string]
>(
  'recommendations.receipts',
  `select p.signal_id as "signalId", p.recommendation_id as "recommendationId",
          ${epochMs('p.shipped_at')}::float8 as "shippedAt",
          ${epochMs('p.observed_at')}::float8 as "observedAt",
          ${epochMs('p.quiet_since')}::float8 as "quietSince", p.window_days as "windowDays",
          p.interview_count as "interviewCount", p.trajectory
     from post_ship_receipts p
    where p.team_id = $1 and p.recommendation_id = $2
    order by p.signal_id`,
);

export interface CardMessageRow {
  workspaceId: string;
  channelId: string;
  ts: string;
}

/** The newest message in Slack that shows a card of signal `$2` or recommendation `$3`. */
export const cardMessageOf = teamStatement<
  CardMessageRow,
  [signalId: string | null, recommendationId: string | null]
>(
  'cards.messageOf',
  `select m.workspace_id as "workspaceId", m.channel_id as "channelId", m.ts
     from action_cards c
     join slack_messages m on m.team_id = $1 and m.subject_type = 'action_card'
      and m.subject_id = c.action_card_id and m.ts is not null and m.failure is null
    where c.team_id = $1 and (c.signal_id = $2 or c.recommendation_id = $3)
    order by (c.resolved_at is null) desc, m.posted_at desc nulls last limit 1`,
);

/** The beliefs that the themes of study `$2` are linked to, most supported first, `$3` at most. */
export const beliefsOfStudy = teamStatement<
  { signalId: string; refNumber: number; label: string },
  [studyId: string, limit: number]
>(
  'studies.beliefs',
  `select s.signal_id as "signalId", s.ref_number as "refNumber", s.label
     from signals s
    where s.team_id = $1 and not s.archived and s.signal_id in (
      select link.signal_id from themes t
        join signal_themes link on link.team_id = $1 and link.theme_id = t.theme_id
       where t.team_id = $1 and t.study_id = $2)
    order by s.participant_count desc, s.signal_id limit $3::int`,
);
