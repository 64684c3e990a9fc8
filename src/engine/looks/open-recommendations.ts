import type { Confidence } from '../../../db/entities/recommendation.js';
import { openRecommendations as openRows } from '../../../db/queries/engine/recommendations.js';
import { CARD_TIERS } from '../../decisions.js';
import { counted, named, people } from '../../words.js';
import type { Look } from '../cause.js';

const URGENCY: Record<Confidence, number> = { high: 0.8, moderate: 0.5, low: 0.3 };

/** Published recommendations that nobody has decided on. */
export const openRecommendations: Look = {
  rules: ['new_recommendation'],
  about: 'recommendation',
  async causes(tx, { recommendation: ids }) {
    const rows = await tx.db.rows(openRows({ only: ids !== null }), ids);
    return rows.map(({ recommendationId, title, confidence, signalId, ...basis }) => {
      const { participantCount, studyCount } = basis;
      const heard = `${people(participantCount)} in ${counted(studyCount, 'study', 'studies')}`;
      return {
        key: `new_recommendation:${recommendationId}`,
        aboutId: recommendationId,
        why: `${named(title)} waits for a decision`,
        match: { recommendationId },
        mints: 'card',
        rule: 'new_recommendation',
        card: {
          summary: `${named(title)} waits for a decision${participantCount > 0 ? `: ${heard} stand behind it` : ''}.`,
          priority: CARD_TIERS.new_recommendation,
          urgency: URGENCY[confidence],
          recommendationId,
          ...(signalId && { signalId }),
        },
      };
    });
  },
};
