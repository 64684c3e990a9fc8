import type { Outcome, RecommendationState } from '../../../db/entities/recommendation.js';
import { Refusal } from '../../core/errors.js';

export type Trigger = 'accept' | 'dismiss' | 'ship' | 'goStale' | 'validate' | 'reopen';

type Transitions = Partial<Record<Trigger, RecommendationState>>;

/** The lifecycle of docs/reference.md, Recommendations; moves that are not listed are refused. */
const transitions: Record<RecommendationState, Transitions> = {
  open: { accept: 'accepted', dismiss: 'dismissed' },
  accepted: { ship: 'shipped', goStale: 'stale', validate: 'archived', reopen: 'open' },
  dismissed: { reopen: 'open' },
  shipped: { validate: 'archived', reopen: 'open' },
  stale: { reopen: 'open' },
  archived: { reopen: 'open' },
};

const refused: Record<Trigger, string> = {
  accept: 'accepted',
  dismiss: 'dismissed',
  ship: 'recorded as shipped',
  goStale: 'recorded as stale',
  validate: 'recorded as validated',
  reopen: 'reopened',
};

const allowed: Record<Trigger, string> = {
  accept: 'the decision accepted',
  dismiss: 'the decision dismissed',
  ship: 'the outcome shipped',
  goStale: 'the outcome stale',
  validate: 'the outcome validated',
  reopen: 'reopen',
};

export const triggerOfOutcome: Record<Outcome, Trigger> = {
  shipped: 'ship',
  stale: 'goStale',
  validated: 'validate',
};

/** The moves that the table allows in a state, in its order. */
export const allowedTriggers = (state: RecommendationState): Trigger[] =>
  Object.keys(transitions[state]) as Trigger[];

/** A move that the table does not allow; a user-facing surface may word it differently. */
export class TransitionRefused extends Refusal {
  constructor(
    readonly state: RecommendationState,
    readonly trigger: Trigger,
  ) {
    const choices = allowedTriggers(state).map((choice) => allowed[choice]);
    super(
      'invalid_transition',
      `This recommendation is ${state}, so it cannot be ${refused[trigger]}. Allowed now: ${choices.join(', ')}.`,
    );
  }
}

/**
 * The state that follows. Throws `invalid_transition` naming the current state and the moves
 * allowed in it.
 */
export function next(state: RecommendationState, trigger: Trigger): RecommendationState {
  const to = transitions[state][trigger];
  if (to) return to;
  throw new TransitionRefused(state, trigger);
}
