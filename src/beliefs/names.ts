import type { Outcome, RecommendationState } from '../../db/entities/recommendation.js';
import type { Relationship } from '../../db/entities/signal.js';

// The words for stored values, as pages, Slack and trackers show them.

export const RECOMMENDATION_STATE_NAMES: Record<RecommendationState, string> = {
  open: 'awaiting a decision',
  accepted: 'accepted',
  dismissed: 'dismissed',
  shipped: 'shipped',
  stale: 'gone stale',
  archived: 'validated',
};

export const OUTCOME_NAMES: Record<Outcome, string> = {
  shipped: 'Marked as shipped',
  validated: 'Marked as validated',
  stale: 'Marked as stale',
};

export const RELATIONSHIP_NAMES: Record<Relationship, string> = {
  supports: 'supports it',
  contradicts: 'contradicts it',
  nuances: 'nuances it',
};
