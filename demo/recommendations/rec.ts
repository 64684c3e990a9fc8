import type { RecommendationLine } from '../snapshot-line.js';

export const rec = (
  key: string,
  facts: Omit<RecommendationLine, 'resource' | 'recommendationId'>,
): RecommendationLine => ({ resource: 'recommendation', recommendationId: `rec-${key}`, ...facts });
