import { MAX_WORK_ITEMS } from '../../decisions.js';
import { decide } from '../../recommendations/decide.js';
import { linkWorkItem } from '../../recommendations/link-work-item.js';
import { recordOutcome } from '../../recommendations/record-outcome.js';
import { reopen } from '../../recommendations/reopen.js';
import { endpoint } from '../endpoint.js';
import { examples } from '../examples.js';
import { Data } from '../schemas/envelope.js';
import {
  DecisionBody,
  OutcomeBody,
  RecommendationPath,
  ReopenBody,
  WorkItemBody,
} from '../schemas/inputs.js';
import { RecommendationWriteResult } from '../schemas/write-results.js';

/** What the four writes on one recommendation share (api.md 4.11). */
const onRecommendation = {
  method: 'post',
  tag: 'Recommendations',
  params: RecommendationPath,
  response: Data(RecommendationWriteResult),
  errors: [404, 409],
  writes: true,
  example: examples.recommendationWritten,
} as const;

export const decision = endpoint({
  ...onRecommendation,
  path: '/v1/recommendations/{recommendationId}/decision',
  id: 'decideRecommendation',
  summary: 'Accept or dismiss a recommendation',
  description: 'Only while it is open.',
  body: DecisionBody,
  async handle({ ctx, params: { recommendationId }, body }) {
    await decide(ctx, recommendationId, body);
    return { data: { recommendationId } };
  },
});

export const outcome = endpoint({
  ...onRecommendation,
  path: '/v1/recommendations/{recommendationId}/outcome',
  id: 'recordOutcome',
  summary: 'Record what became of a recommendation',
  description:
    'Of an accepted one: shipped, validated or stale; of a shipped one: validated. `validated` archives the recommendation and its signals in the same call.',
  body: OutcomeBody,
  async handle({ ctx, params: { recommendationId }, body }) {
    await recordOutcome(ctx, recommendationId, body);
    return { data: { recommendationId } };
  },
});

export const reopening = endpoint({
  ...onRecommendation,
  path: '/v1/recommendations/{recommendationId}/reopen',
  id: 'reopenRecommendation',
  summary: 'Reopen a decided recommendation',
  description:
    'Clears decision and outcome, and brings back the signals that its validated outcome archived.',
  body: ReopenBody,
  async handle({ ctx, params: { recommendationId }, body }) {
    await reopen(ctx, recommendationId, body);
    return { data: { recommendationId } };
  },
});

export const workItemLink = endpoint({
  ...onRecommendation,
  path: '/v1/recommendations/{recommendationId}/work-items',
  id: 'linkWorkItem',
  summary: 'Link a work item',
  description: `Idempotent by normalised address: linking again updates title and external id. At most ${MAX_WORK_ITEMS} links.`,
  body: WorkItemBody,
  async handle({ ctx, params: { recommendationId }, body }) {
    await linkWorkItem(ctx, recommendationId, body);
    return { data: { recommendationId } };
  },
});
