import type { Trajectory } from '../../../db/entities/evidence.js';
import { statementVariants } from '../../../db/queries/keyset.js';
import { teamStatement } from '../../../db/statement.js';

/** A shipped recommendation and one of its signals. */
export interface ShipRow {
  recommendationId: string;
  title: string;
  shippedAt: Date;
  signalId: string;
  refNumber: number;
  label: string;
  trajectory: Trajectory;
  /** Distinct people who supported the signal unprompted since the ship, and the time of the latest. */
  peopleSince: number;
  lastSince: Date | null;
  themeIds: string[];
  studyIds: string[];
  /** Distinct people interviewed in organic, analyzed interviews since the ship. */
  interviewedSince: number;
}

/**
 * Published, shipped recommendations with their signals that are not archived, as of `$3`; with `only`, those in
 * `$2`. The rows are locked against a concurrent decision.
 */
export const ships = statementVariants<
  ShipRow,
  { only: boolean },
  [recommendationIds: readonly string[] | null, now: Date]
>(({ only }) =>
  teamStatement(
    `engine.ships${only ? '.only' : ''}`,
    `select r.recommendation_id as "recommendationId", r.title, r.outcome_at as "shippedAt",
            s.signal_id as "signalId", s.ref_number as "refNumber", s.label, s.trajectory,
            since.people as "peopleSince", since.last as "lastSince",
            since.themes as "themeIds", since.studies as "studyIds", heard.people as "interviewedSince"
       from recommendations r
       join recommendation_signals rs on rs.team_id = $1 and rs.recommendation_id = r.recommendation_id
       join signals s on s.team_id = $1 and s.signal_id = rs.signal_id and not s.archived
      cross join lateral (
        select count(distinct e.participant_id)::int as people, max(e.captured_at) as last,
               coalesce(array_agg(distinct e.theme_id) filter (where e.theme_id is not null), '{}') as themes,
               coalesce(array_agg(distinct e.study_id) filter (where e.study_id is not null), '{}') as studies
          from signal_themes link
          join evidence e on e.team_id = $1 and e.theme_id = link.theme_id and e.qualifies
           and (e.kind = 'evidence') = (link.relationship <> 'contradicts')
           and not e.prompted and e.captured_at > r.outcome_at and e.captured_at <= $3
         where link.team_id = $1 and link.signal_id = s.signal_id) since
      cross join lateral (
        select count(distinct i.participant_id)::int as people from source_items i
         where i.team_id = $1 and i.status = 'analyzed' and i.organic
           and i.captured_at > r.outcome_at and i.captured_at <= $3) heard
      where r.team_id = $1 and r.published and r.state = 'shipped'
        and ${only ? 'r.recommendation_id = any ($2::text[])' : '$2::text[] is null'}
      order by r.outcome_at desc, r.recommendation_id, rs.position
        for share of r`,
  ),
);

/** Organic, analyzed interviews of quality `$2` or better after `$3` and up to `$4`, and their people. */
export const goodInterviews = teamStatement<
  { interviews: number; people: number },
  [qualityScore: number, start: Date, now: Date]
>(
  'engine.goodInterviews',
  `select count(*)::int as interviews, count(distinct participant_id)::int as people
     from source_items
    where team_id = $1 and status = 'analyzed' and organic and quality_score >= $2
      and captured_at > $3 and captured_at <= $4`,
);

/**
 * Deletes receipts of recommendations that are no longer shipped, or were shipped again; with `only`, those of
 * `$2`.
 */
export const dropOutdatedReceipts = statementVariants<
  { signalId: string; recommendationId: string },
  { only: boolean },
  [recommendationIds: readonly string[] | null]
>(({ only }) =>
  teamStatement(
    `engine.dropOutdatedReceipts${only ? '.only' : ''}`,
    `delete from post_ship_receipts p using recommendations r
      where p.team_id = $1 and r.team_id = $1 and r.recommendation_id = p.recommendation_id
        and ${only ? 'p.recommendation_id = any ($2::text[])' : '$2::text[] is null'}
        and (r.state not in ('shipped', 'archived') or not r.published
             or (r.state = 'shipped' and r.outcome_at <> p.shipped_at)
             or not exists (select from recommendation_signals rs
                             where rs.team_id = $1 and rs.recommendation_id = p.recommendation_id
                               and rs.signal_id = p.signal_id))
     returning p.signal_id as "signalId", p.recommendation_id as "recommendationId"`,
  ),
);
