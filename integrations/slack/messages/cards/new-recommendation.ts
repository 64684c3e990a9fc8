import type { KnownBlock } from '@slack/types';
import type { CardRecommendationRow } from '../../../../db/queries/card-material.js';
import { cut } from '../../../../src/words.js';
import { bold, bullets, line, richText, words } from '../rich-text.js';
import { label } from '../text.js';
import { type Face, summary } from './card-face.js';
import { evidenceOf } from './evidence-of.js';

const BODY = 900;
const ACTIONS = 3;

function proposal(recommendation: CardRecommendationRow): KnownBlock {
  const actions = recommendation.actionItems
    .slice(0, ACTIONS)
    .map(({ action, priority }) => [words(`${cut(action, 200)} (${priority})`)]);
  return richText(
    line(
      bold(label(recommendation.title, 200)),
      words(` · ${recommendation.confidence} confidence`),
    ),
    line(words(cut(recommendation.body, BODY))),
    ...(actions.length > 0 ? [bullets(actions)] : []),
  );
}

export const newRecommendation: Face = (material, options) => ({
  title: ':bulb: New recommendation',
  blocks: [
    material.recommendation ? proposal(material.recommendation) : summary(material, options),
    ...evidenceOf(material, options, 'What speaks against it'),
  ],
});
