import type {
  ActionItem,
  Confidence,
  RecommendationState,
} from '../../../db/entities/recommendation.js';
import {
  type EvidenceRow,
  evidenceColumns,
  evidenceNames,
  strongestFirst,
} from '../../../db/queries/evidence.js';
import { epochMs } from '../../../db/queries/keyset.js';
import type { WorkItemLinkRow } from '../../../db/queries/recommendations.js';
import { type SignalRow, signalColumns } from '../../../db/queries/signals.js';
import { teamStatement } from '../../../db/statement.js';

/** A link in JSON: `linkedAt` is epoch milliseconds. */
type StoredLink = Omit<WorkItemLinkRow, 'linkedAt'> & { linkedAt: number };

export interface PacketRecommendationRow {
  recommendationId: string;
  title: string;
  body: string;
  state: RecommendationState;
  confidence: Confidence;
  actionItems: ActionItem[];
  generatedAt: Date;
  links: StoredLink[];
  /** Counts of all quotes of its signals; kinds are relative to the signals. */
  totals: { evidence: number; counterEvidence: number };
}

/** A recommendation joined with one of its signals, or with none. */
export type PacketRow = PacketRecommendationRow & (SignalRow | { signalId: null });

/** Recommendation `$2` joined with each of its signals, in its order; one row if it has none. */
export const packetRecommendation = teamStatement<PacketRow, [recommendationId: string]>(
  'workPacket.recommendation',
  `select r.*, ${signalColumns}
     from (select r.recommendation_id as "recommendationId", r.title, r.body, r.state, r.confidence,
                  r.action_items as "actionItems", r.generated_at as "generatedAt",
                  (select coalesce(jsonb_agg(jsonb_build_object(
                            'normalizedUrl', w.normalized_url, 'url', w.url, 'provider', w.provider,
                            'externalId', w.external_id, 'title', w.title,
                            'linkedAt', ${epochMs('w.linked_at')})
                            order by w.position, w.normalized_url), '[]')
                     from work_item_links w
                    where w.team_id = $1 and w.recommendation_id = r.recommendation_id) as links,
                  (select json_build_object(
                            'evidence', coalesce(sum(case when side.opposed
                              then t.counter_evidence_count else t.evidence_count end), 0),
                            'counterEvidence', coalesce(sum(case when side.opposed
                              then t.evidence_count else t.counter_evidence_count end), 0))
                     from (select distinct st.theme_id, st.relationship = 'contradicts' as opposed
                             from recommendation_signals rs
                             join signal_themes st on st.team_id = $1 and st.signal_id = rs.signal_id
                            where rs.team_id = $1 and rs.recommendation_id = $2) side
                     join themes t on t.team_id = $1 and t.theme_id = side.theme_id) as totals
             from recommendations r
            where r.team_id = $1 and r.recommendation_id = $2 and r.published offset 0) r
     left join recommendation_signals rs on rs.team_id = $1 and rs.recommendation_id = $2
     left join signals s on s.team_id = $1 and s.signal_id = rs.signal_id
    order by rs.position, rs.signal_id`,
);

/**
 * The strongest quotes of these signals, taken from each signal in turn until there are `$3` that
 * support and `$4` that contradict, so that every signal is represented; strongest first. It reads
 * only the top index rows of each theme, however many quotes the theme has.
 */
const strongestInTurns = (signalIds: string): string => `
   with candidate as (
     select side.kind, side.quotes, link.signal_id, e.evidence_id, e.strength, e.captured_at
       from signal_themes link
      cross join (values ('evidence', $3::int), ('counterEvidence', $4::int)) as side (kind, quotes)
      cross join lateral (
             select e.evidence_id, e.strength, e.captured_at from evidence e
              where e.team_id = $1 and e.theme_id = link.theme_id and e.qualifies
                and e.kind = case when link.relationship <> 'contradicts' then side.kind
                                  when side.kind = 'evidence' then 'counterEvidence' else 'evidence' end
              order by ${strongestFirst} limit side.quotes) e
      where link.team_id = $1 and link.signal_id = any (${signalIds})),
   turn as (
     select e.*, row_number() over (partition by e.kind, e.signal_id order by ${strongestFirst}) as turn
       from candidate e),
   place as (
     select e.kind, e.quotes, e.evidence_id,
            row_number() over (partition by e.kind order by min(e.turn), ${strongestFirst}) as place
       from turn e where e.turn <= e.quotes group by e.kind, e.quotes, e.evidence_id, e.strength, e.captured_at)
   select ${evidenceColumns('place.kind')}
     from place
     join evidence e on e.team_id = $1 and e.evidence_id = place.evidence_id
     ${evidenceNames}
    where place.place <= place.quotes
    order by ${strongestFirst}`;

/** Quotes of the signals `$2`. */
export const evidenceOfSignals = teamStatement<
  EvidenceRow,
  [signalIds: readonly string[], supporting: number, opposing: number]
>('workPacket.evidenceOfSignals', strongestInTurns('$2::text[]'));

/** Quotes of the signals behind recommendation `$2`. */
export const packetEvidence = teamStatement<
  EvidenceRow,
  [recommendationId: string, supporting: number, opposing: number]
>(
  'workPacket.evidence',
  strongestInTurns(`array(select signal_id from recommendation_signals
                           where team_id = $1 and recommendation_id = $2)`),
);
