import { CARD_TYPES } from '../../../db/entities/action-card.js';
import type { Confidence } from '../../../db/entities/recommendation.js';
import { statementVariants } from '../../../db/queries/keyset.js';
import { teamStatement } from '../../../db/statement.js';
import { counted, named, people } from '../../core/words.js';
import type { RuleSet } from '../cause.js';

interface OpenRecommendationRow {
  recommendationId: string;
  title: string;
  confidence: Confidence;
  signalId: string | null;
  /** Distinct people behind its first signal, and their studies. */
  participantCount: number;
  studyCount: number;
}

/** Published recommendations that await a decision, locked against a concurrent one; with `only`, those in `$2`. */
const openRows = statementVariants<
  OpenRecommendationRow,
  { only: boolean },
  [recommendationIds: readonly string[] | null]
>(({ only }) =>
  teamStatement(
    `engine.openRecommendations${only ? '.only' : ''}`,
    `select r.recommendation_id as "recommendationId", r.title, r.confidence,
              first.signal_id as "signalId", coalesce(first.participant_count, 0) as "participantCount",
              coalesce(first.study_count, 0) as "studyCount"
         from recommendations r
         left join lateral (
           select s.signal_id, s.participant_count, s.study_count
             from recommendation_signals rs
             join signals s on s.team_id = $1 and s.signal_id = rs.signal_id
            where rs.team_id = $1 and rs.recommendation_id = r.recommendation_id
            order by rs.position, rs.signal_id limit 1) first on true
        where r.team_id = $1 and r.published and r.state = 'open'
          and ${only ? 'r.recommendation_id = any ($2::text[])' : '$2::text[] is null'}
        order by r.recommendation_id
          for share of r`,
  ),
);

const URGENCY: Record<Confidence, number> = { high: 0.8, moderate: 0.5, low: 0.3 };

/** Published recommendations that await a decision. */
export const openRecommendations = {
  rules: ['new_recommendation'],
  about: 'recommendation',
  async causes(tx, { recommendation: ids }) {
    const rows = await tx.db.rows(openRows({ only: ids !== null }), ids);
    return rows.map(({ recommendationId, title, confidence, signalId, ...basis }) => {
      const { participantCount, studyCount } = basis;
      const support = `${people(participantCount)} in ${counted(studyCount, 'study', 'studies')}`;
      return {
        key: `new_recommendation:${recommendationId}`,
        aboutId: recommendationId,
        why: `${named(title)} awaits a decision`,
        match: { recommendationId },
        opens: 'card',
        rule: 'new_recommendation',
        card: {
          summary: `${named(title)} awaits a decision${participantCount > 0 ? `: ${support} support it` : ''}.`,
          priority: CARD_TYPES.new_recommendation.tier,
          urgency: URGENCY[confidence],
          recommendationId,
          ...(signalId && { signalId }),
        },
      };
    });
  },
} satisfies RuleSet;
