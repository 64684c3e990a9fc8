import type { Confidence } from '../../../db/entities/recommendation.js';
import { CARD_TIERS } from '../../core/decisions.js';
import { counted, named, people } from '../../core/words.js';
import type { Look } from '../cause.js';
import { openRecommendations as openRows } from '../queries/recommendations.js';

const URGENCY: Record<Confidence, number> = { high: 0.8, moderate: 0.5, low: 0.3 };

/** Published recommendations that await a decision. */
export const openRecommendations: Look = {
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
        why: `${named(title)} waits for a decision`,
        match: { recommendationId },
        mints: 'card',
        rule: 'new_recommendation',
        card: {
          summary: `${named(title)} waits for a decision${participantCount > 0 ? `: ${support} support it` : ''}.`,
          priority: CARD_TIERS.new_recommendation,
          urgency: URGENCY[confidence],
          recommendationId,
          ...(signalId && { signalId }),
        },
      };
    });
  },
};
