import type { Recommendation, RecommendationState } from '../entities/recommendation.js';
import { teamStatement } from '../statement.js';
import {
  type After,
  epochMs,
  goesOnAfter,
  listTotal,
  pageOfMost,
  statementVariants,
} from './keyset.js';

interface LinkedSignalRow {
  signalId: string;
  refNumber: number;
  label: string;
}

export interface WorkItemLinkRow {
  normalizedUrl: string;
  url: string;
  provider: string;
  externalId: string | null;
  title: string | null;
  linkedAt: Date;
}

/** A recommendation with its signals, in their order, and its links, oldest first. */
export interface RecommendationRow extends Omit<Recommendation, 'teamId'> {
  signals: LinkedSignalRow[];
  workItemLinks: WorkItemLinkRow[];
}

export type RecommendationListRow = Pick<
  Recommendation,
  'recommendationId' | 'title' | 'state' | 'confidence' | 'updatedAt'
> & { signals: LinkedSignalRow[] };

const linkedSignals = `
  (select coalesce(json_agg(json_build_object('signalId', s.signal_id, 'refNumber', s.ref_number,
            'label', s.label) order by rs.position, rs.signal_id), '[]')
     from recommendation_signals rs
     join signals s on s.team_id = rs.team_id and s.signal_id = rs.signal_id
    where rs.team_id = r.team_id and rs.recommendation_id = r.recommendation_id) as signals`;

/** Without a state: all except `archived`. `$2` is the state or null. */
const withState = (state: boolean): string =>
  state ? 'r.state = $2' : `r.state <> 'archived' and $2::text is null`;

/** `$3`: maximum rows; then the position to continue after. Published recommendations, newest first. */
export const listRecommendations = statementVariants<
  RecommendationListRow,
  { state: boolean; after: boolean },
  [state: string | null, limit: number, ...after: After]
>(({ state, after }) =>
  teamStatement(
    `recommendations.list${state ? '.state' : ''}${after ? '.after' : ''}`,
    pageOfMost(
      `select r.recommendation_id as "recommendationId", r.title, r.state, r.confidence,
            r.updated_at as "updatedAt", ${linkedSignals}
       from recommendations r
      where r.team_id = $1 and r.published and ${withState(state)}
        ${after ? `and ${goesOnAfter('r.updated_at', 'r.recommendation_id', 4)}` : ''}
      order by r.updated_at desc, r.recommendation_id`,
      '$3',
    ),
  ),
);

export const countRecommendationsListed = statementVariants<
  { total: number },
  { state: boolean },
  [state: string | null]
>(({ state }) =>
  teamStatement(
    `recommendations.count${state ? '.state' : ''}`,
    `select ${listTotal('recommendations', state ? 'part = $2' : `part <> 'archived' and $2::text is null`)} as total`,
  ),
);

/** Parsed from JSON: instants are epoch milliseconds. */
interface RecommendationPacketRow
  extends Omit<Recommendation, 'teamId'>,
    Pick<RecommendationRow, 'signals'> {
  state: RecommendationState;
  workItemLinks: (Omit<WorkItemLinkRow, 'linkedAt'> & { linkedAt: number })[];
}

/** A published recommendation with all its parts. */
export const publishedRecommendation = teamStatement<
  RecommendationPacketRow,
  [recommendationId: string]
>(
  'recommendations.read',
  `select r.recommendation_id as "recommendationId", r.title, r.body, r.confidence,
          r.confidence_rationale as "confidenceRationale",
          r.counter_evidence_note as "counterEvidenceNote", r.action_items as "actionItems",
          r.evidence_snapshot as "evidenceSnapshot", r.published, r.generated_at as "generatedAt",
          r.state, r.decision, r.decided_at as "decidedAt", r.decision_note as "decisionNote",
          r.outcome, r.outcome_at as "outcomeAt", r.outcome_note as "outcomeNote",
          r.reopened_at as "reopenedAt", r.updated_at as "updatedAt", ${linkedSignals},
          (select coalesce(json_agg(json_build_object('normalizedUrl', w.normalized_url, 'url', w.url,
                    'provider', w.provider, 'externalId', w.external_id, 'title', w.title,
                    'linkedAt', ${epochMs('w.linked_at')}) order by w.position, w.normalized_url), '[]')
             from work_item_links w
            where w.team_id = r.team_id and w.recommendation_id = r.recommendation_id) as "workItemLinks"
     from recommendations r
    where r.team_id = $1 and r.recommendation_id = $2 and r.published`,
);
