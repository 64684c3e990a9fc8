import type { Outcome, RecommendationState } from '../../db/entities/recommendation.js';
import { invalidTransition } from '../errors.js';

export type Trigger = 'accept' | 'dismiss' | 'ship' | 'goStale' | 'validate' | 'reopen';

type Transitions = Partial<Record<Trigger, RecommendationState>>;

/** decisions.md, "Recommendation lifecycle": what is not here is refused. */
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

/** The state that follows. Throws `invalid_transition` naming the current state and what is allowed in it. */
export function next(state: RecommendationState, trigger: Trigger): RecommendationState {
  const to = transitions[state][trigger];
  if (to) return to;
  const choices = (Object.keys(transitions[state]) as Trigger[]).map((choice) => allowed[choice]);
  throw invalidTransition(
    `This recommendation is ${state}, so it cannot be ${refused[trigger]}. Allowed now: ${choices.join(', ')}.`,
  );
}
