import type { RecommendationState } from '../../../db/entities/recommendation.js';
import {
  allowedTriggers,
  TransitionRefused,
  type Trigger,
} from '../../../src/beliefs/recommendations/lifecycle.js';
import { NotFound, type Refusal } from '../../../src/core/errors.js';
import { listed } from '../../../src/core/words.js';

const IS: Record<RecommendationState, string> = {
  open: 'is open',
  accepted: 'has already been accepted',
  dismissed: 'has already been dismissed',
  shipped: 'has already been marked as shipped',
  stale: 'has already been marked as stale',
  archived: 'has already been marked as validated',
};

const CANNOT: Record<Trigger, string> = {
  accept: 'be accepted',
  dismiss: 'be dismissed',
  ship: 'be marked as shipped',
  goStale: 'be marked as stale',
  validate: 'be marked as validated',
  reopen: 'be reopened',
};

const CAN: Record<Trigger, string> = {
  accept: 'accept it',
  dismiss: 'dismiss it',
  ship: 'mark it as shipped',
  goStale: 'mark it as stale',
  validate: 'mark it as validated',
  reopen: 'reopen it',
};

/** Explains a refusal to users; the API's own sentences name states and fields. */
export function refusalInWords(refusal: Refusal): string {
  if (refusal instanceof TransitionRefused) {
    const { state, trigger } = refusal;
    const choices = listed(
      allowedTriggers(state).map((one) => CAN[one]),
      'or',
    );
    return `This recommendation ${IS[state]}, so it cannot ${CANNOT[trigger]} now. You can ${choices}.`;
  }
  if (refusal instanceof NotFound) {
    return 'This no longer exists. It may have been removed since the message was posted.';
  }
  return refusal.message;
}
