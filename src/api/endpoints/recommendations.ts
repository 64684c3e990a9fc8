import * as z from 'zod';
import { DECISIONS, OUTCOMES } from '../../../db/entities/recommendation.js';
import type {
  RecommendationListRow,
  RecommendationRow,
  WorkItemLinkRow,
} from '../../../db/queries/recommendations.js';
import {
  listRecommendations as list,
  readRecommendation as read,
} from '../../beliefs/recommendations/list-recommendations.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import { timeCursor } from '../cursor.js';
import { endpoint } from '../endpoint.js';
import { authenticate, parse, rateLimit } from '../guards.js';
import { examples } from './examples.js';
import { Data, Id, Paged, PageQuery } from './fields.js';
import {
  ActionPriority,
  Ms,
  RecommendationConfidence,
  RecommendationLifecycleState,
  WorkItemProvider,
} from './values.js';

export const ActionItem = z
  .strictObject({
    action: z.string(),
    priority: ActionPriority,
    supportingEvidence: z.string(),
  })
  .meta({ id: 'ActionItem' });

export const WorkItemLink = z
  .strictObject({
    url: z.string(),
    provider: WorkItemProvider,
    externalId: z.string().optional(),
    title: z.string().optional(),
    linkedAt: Ms,
  })
  .meta({ id: 'WorkItemLink', description: 'A work item in a tracker, or any page.' });
export type WorkItemLink = z.infer<typeof WorkItemLink>;

const Recommendation = z
  .strictObject({
    recommendationId: z.string(),
    title: z.string(),
    body: z.string(),
    lifecycleState: RecommendationLifecycleState,
    signals: z.array(z.strictObject({ signalId: z.string(), ref: z.string(), label: z.string() })),
    decision: z
      .strictObject({
        value: z.enum(DECISIONS),
        at: Ms,
        note: z.string().optional(),
      })
      .optional(),
    outcome: z
      .strictObject({
        value: z.enum(OUTCOMES),
        at: Ms,
        note: z.string().optional(),
      })
      .optional(),
    workItemLinks: z.array(WorkItemLink),
    generatedAt: Ms,
    confidence: RecommendationConfidence,
    confidenceRationale: z.string().optional(),
    counterEvidenceNote: z.string().optional(),
    actionItems: z.array(ActionItem),
    evidenceSnapshot: z
      .strictObject({
        totalSourceItems: z.int(),
        studyCount: z.int(),
        generatedFromEvidenceCount: z.int(),
      })
      .optional(),
  })
  .meta({ id: 'Recommendation', description: 'What to do about one or more beliefs.' });
type Recommendation = z.infer<typeof Recommendation>;

export const RecommendationListItem = z
  .strictObject({
    recommendationId: z.string(),
    title: z.string(),
    lifecycleState: RecommendationLifecycleState,
    confidence: RecommendationConfidence,
    signals: z.array(z.strictObject({ ref: z.string(), label: z.string() })),
    updatedAt: Ms.meta({ description: 'The latest thing that happened to it.' }),
  })
  .meta({ id: 'RecommendationListItem', description: 'A recommendation, in brief.' });
export type RecommendationListItem = z.infer<typeof RecommendationListItem>;

export const RecommendationPath = z.strictObject({ recommendationId: Id('recommendation') });

const RecommendationsQuery = z.strictObject({
  status: RecommendationLifecycleState.optional(),
  state: RecommendationLifecycleState.optional().meta({
    deprecated: true,
    param: { deprecated: true },
    description: 'Deprecated alias of `status`, which wins when both are sent.',
  }),
  ...PageQuery.shape,
});

const presentRecommendationListItem = (row: RecommendationListRow): RecommendationListItem => ({
  recommendationId: row.recommendationId,
  title: row.title,
  lifecycleState: row.state,
  confidence: row.confidence,
  signals: row.signals.map(({ refNumber, label }) => ({ ref: signalRef(refNumber), label })),
  updatedAt: row.updatedAt.getTime(),
});

const presentRecommendation = (row: RecommendationRow): Recommendation => ({
  recommendationId: row.recommendationId,
  title: row.title,
  body: row.body,
  lifecycleState: row.state,
  signals: row.signals.map(({ signalId, refNumber, label }) => ({
    signalId,
    ref: signalRef(refNumber),
    label,
  })),
  decision: recorded(row.decision, row.decidedAt, row.decisionNote),
  outcome: recorded(row.outcome, row.outcomeAt, row.outcomeNote),
  workItemLinks: row.workItemLinks.map(presentWorkItemLink),
  generatedAt: row.generatedAt.getTime(),
  confidence: row.confidence,
  confidenceRationale: row.confidenceRationale ?? undefined,
  counterEvidenceNote: row.counterEvidenceNote ?? undefined,
  actionItems: row.actionItems,
  evidenceSnapshot: row.evidenceSnapshot ?? undefined,
});

const recorded = <Value>(value: Value | null, at: Date | null, note: string | null) =>
  value === null || at === null ? undefined : { value, at: at.getTime(), note: note ?? undefined };

/** A tracker that the contract does not list is returned as `url`. */
const presentProvider = (provider: string): WorkItemLink['provider'] =>
  WorkItemProvider.safeParse(provider).data ?? 'url';

export const presentWorkItemLink = (link: WorkItemLinkRow): WorkItemLink => ({
  url: link.url,
  provider: presentProvider(link.provider),
  externalId: link.externalId ?? undefined,
  title: link.title ?? undefined,
  linkedAt: link.linkedAt.getTime(),
});

export const listRecommendations = endpoint({
  method: 'get',
  path: '/v1/recommendations',
  guards: [authenticate, rateLimit, parse],
  id: 'listRecommendations',
  tag: 'Recommendations',
  summary: 'List recommendations',
  description:
    'Newest first by `updatedAt`. Without `status`: everything except `archived`. `total` is omitted with any status but `archived`.',
  query: RecommendationsQuery,
  response: Paged(RecommendationListItem),
  errors: [],
  example: examples.recommendations,
  async handle({ ctx, query }) {
    const status = query.status ?? query.state;
    const scope = { list: 'recommendations', filter: { status } };
    const after = timeCursor.read(ctx, scope, query.cursor);
    const page = await list(ctx, {
      limit: query.limit,
      ...(status && { status }),
      ...(after && { after }),
    });
    return {
      data: page.rows.map(presentRecommendationListItem),
      cursor: timeCursor.write(ctx, scope, page.next),
      total: page.total,
    };
  },
});

export const readRecommendation = endpoint({
  method: 'get',
  path: '/v1/recommendations/{recommendationId}',
  guards: [authenticate, rateLimit, parse],
  id: 'readRecommendation',
  tag: 'Recommendations',
  summary: 'Read a recommendation',
  params: RecommendationPath,
  response: Data(Recommendation),
  errors: [404],
  example: examples.recommendation,
  handle: async ({ ctx, params }) => ({
    data: presentRecommendation(await read(ctx, params.recommendationId)),
  }),
});
