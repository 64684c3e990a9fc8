import type { ActionItem, Confidence, RecommendationState } from '../entities/recommendation.js';
import { epochMs } from '../keyset.js';
import { teamStatement } from '../statement.js';
import { type EvidenceRow, evidenceColumns, evidenceNames, strongestFirst } from './evidence.js';
import type { WorkItemLinkRow } from './recommendations.js';
import { type SignalRow, signalColumns } from './signals.js';

/** As JSON carries it: `linkedAt` is epoch milliseconds. */
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
}

/** A recommendation beside one of the signals it stands on, or beside none. */
export type PacketRow = PacketRecommendationRow & (SignalRow | { signalId: null });

/** Recommendation `$2` beside each signal it stands on, in its order; once where there is none. */
export const packetRecommendation = teamStatement<PacketRow>(
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
                    where w.team_id = $1 and w.recommendation_id = r.recommendation_id) as links
             from recommendations r
            where r.team_id = $1 and r.recommendation_id = $2 and r.published offset 0) r
     left join recommendation_signals rs on rs.team_id = $1 and rs.recommendation_id = $2
     left join signals s on s.team_id = $1 and s.signal_id = rs.signal_id
    order by rs.position, rs.signal_id`,
);

/**
 * Of each of these signals the strongest quotes of either kind, taken in turns until there are `$3` that
 * support and `$4` that speak against, so that no signal is left without a voice; strongest first.
 * However many quotes a theme has, it reads the few index rows at its top.
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

/** Of the signals `$2`. */
export const evidenceOfSignals = teamStatement<EvidenceRow>(
  'workPacket.evidenceOfSignals',
  strongestInTurns('$2::text[]'),
);

/** Of the signals that recommendation `$2` stands on. */
export const packetEvidence = teamStatement<EvidenceRow>(
  'workPacket.evidence',
  strongestInTurns(`array(select signal_id from recommendation_signals
                           where team_id = $1 and recommendation_id = $2)`),
);
