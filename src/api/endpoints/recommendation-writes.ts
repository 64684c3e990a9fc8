import * as z from 'zod';
import { DECISIONS, OUTCOMES } from '../../../db/entities/recommendation.js';
import { decide, recordOutcome as record, reopen } from '../../beliefs/recommendations/decide.js';
import { linkWorkItem as link } from '../../beliefs/recommendations/link-work-item.js';
import { MAX_WORK_ITEM, MAX_WORK_ITEMS } from '../../core/numbers.js';
import { endpoint } from '../endpoint.js';
import { authenticate, mayWrite, parse, rateLimit } from '../guards.js';
import { examples } from './examples.js';
import { Data, Note, text } from './fields.js';
import { RecommendationPath } from './recommendations.js';

export const RecommendationWriteResult = z
  .strictObject({ recommendationId: z.string() })
  .meta({ id: 'RecommendationWriteResult' });

const DecisionBody = z
  .strictObject({ decision: z.enum(DECISIONS), note: Note })
  .meta({ id: 'DecisionBody' });

const OutcomeBody = z
  .strictObject({ outcome: z.enum(OUTCOMES), note: Note })
  .meta({ id: 'OutcomeBody' });

const ReopenBody = z.strictObject({ note: Note }).meta({ id: 'ReopenBody' });

export const WorkItemBody = z
  .strictObject({
    url: text(MAX_WORK_ITEM.url).meta({
      description: 'http or https.',
      override: { format: 'uri', maxLength: MAX_WORK_ITEM.url },
      example: 'https://linear.app/acme/issue/ENG-42',
    }),
    title: text(MAX_WORK_ITEM.title)
      .optional()
      .meta({ description: 'Shown instead of the address.' }),
    externalId: text(MAX_WORK_ITEM.externalId)
      .optional()
      .meta({ description: 'The tracker’s own id.' }),
  })
  .meta({ id: 'WorkItemBody' });

/** Contract parts shared by the four writes on one recommendation. */
const onRecommendation = {
  method: 'post',
  tag: 'Recommendations',
  params: RecommendationPath,
  response: Data(RecommendationWriteResult),
  errors: [404, 409],
  example: examples.recommendationWritten,
} as const;

export const decideRecommendation = endpoint({
  ...onRecommendation,
  path: '/v1/recommendations/{recommendationId}/decision',
  guards: [authenticate, rateLimit, mayWrite, parse],
  id: 'decideRecommendation',
  summary: 'Accept or dismiss a recommendation',
  description: 'Only while it is open.',
  body: DecisionBody,
  async handle({ ctx, params: { recommendationId }, body }) {
    await decide(ctx, recommendationId, body);
    return { data: { recommendationId } };
  },
});

export const recordOutcome = endpoint({
  ...onRecommendation,
  path: '/v1/recommendations/{recommendationId}/outcome',
  guards: [authenticate, rateLimit, mayWrite, parse],
  id: 'recordOutcome',
  summary: 'Record what became of a recommendation',
  description:
    'Of an accepted one: shipped, validated or stale; of a shipped one: validated. `validated` archives the recommendation and its signals in the same call.',
  body: OutcomeBody,
  async handle({ ctx, params: { recommendationId }, body }) {
    await record(ctx, recommendationId, body);
    return { data: { recommendationId } };
  },
});

export const reopenRecommendation = endpoint({
  ...onRecommendation,
  path: '/v1/recommendations/{recommendationId}/reopen',
  guards: [authenticate, rateLimit, mayWrite, parse],
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

export const linkWorkItem = endpoint({
  ...onRecommendation,
  path: '/v1/recommendations/{recommendationId}/work-items',
  guards: [authenticate, rateLimit, mayWrite, parse],
  id: 'linkWorkItem',
  summary: 'Link a work item',
  description: `Idempotent by normalised address: linking again updates title and external id. At most ${MAX_WORK_ITEMS} links.`,
  body: WorkItemBody,
  async handle({ ctx, params: { recommendationId }, body }) {
    await link(ctx, recommendationId, body);
    return { data: { recommendationId } };
  },
});
