import type { ActionItem } from '../../../db/entities/recommendation.js';
import { POST_SHIP_MIN_PEOPLE, POST_SHIP_WINDOW_DAYS } from '../../core/decisions.js';
import { signalRef } from '../signals/ref.js';

/**
 * Conditions under which the work is done, in terms of beliefs: assembled from stored fields only.
 */
export interface AcceptanceCriteria {
  /** One per recommended action, in their order. */
  actionChecks: string[];
  /** One per linked signal: a read of this API, and the condition that its answer must meet. */
  beliefChecks: string[];
  verification: string;
}

interface CriteriaFacts {
  recommendationId: string;
  actionItems: readonly ActionItem[];
  signals: readonly { signalId: string; refNumber: number; quoteCount: number }[];
}

export const acceptanceCriteria = (facts: CriteriaFacts): AcceptanceCriteria => ({
  actionChecks: facts.actionItems.map(({ action }) => action),
  beliefChecks: facts.signals.map(
    ({ signalId, refNumber, quoteCount }) =>
      `${signalRef(refNumber)}: GET /v1/signals/${signalId} has data.belief.archived == true or ` +
      `data.belief.postShipReceipt.recommendationId == "${facts.recommendationId}" ` +
      `(supporting quotes now: ${quoteCount})`,
  ),
  verification:
    `Record the outcome "shipped" when it ships. A signal gets its post-ship receipt once ` +
    `${POST_SHIP_WINDOW_DAYS} days have passed without a new unprompted supporting quote while at least ` +
    `${POST_SHIP_MIN_PEOPLE} people were interviewed. Record the outcome "validated" when every belief check holds.`,
});
