import { listRecommendations } from '../../recommendations/list-recommendations.js';
import { readRecommendation } from '../../recommendations/read-recommendation.js';
import { workPacket } from '../../recommendations/work-packet.js';
import { timeCursor } from '../cursor.js';
import { endpoint } from '../endpoint.js';
import { examples } from '../examples.js';
import {
  presentRecommendation,
  presentRecommendationListItem,
  presentWorkPacket,
} from '../present/recommendation.js';
import { Data, Paged } from '../schemas/envelope.js';
import { RecommendationPath, RecommendationsQuery } from '../schemas/inputs.js';
import { Recommendation, RecommendationListItem } from '../schemas/recommendation.js';
import { WorkPacket } from '../schemas/work-packet.js';

export const recommendationsList = endpoint({
  method: 'get',
  path: '/v1/recommendations',
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
    const page = await listRecommendations(ctx, {
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

export const recommendationRead = endpoint({
  method: 'get',
  path: '/v1/recommendations/{recommendationId}',
  id: 'readRecommendation',
  tag: 'Recommendations',
  summary: 'Read a recommendation',
  params: RecommendationPath,
  response: Data(Recommendation),
  errors: [404],
  example: examples.recommendation,
  handle: async ({ ctx, params }) => ({
    data: presentRecommendation(await readRecommendation(ctx, params.recommendationId)),
  }),
});

export const workPacketRead = endpoint({
  method: 'get',
  path: '/v1/recommendations/{recommendationId}/work-packet',
  id: 'readWorkPacket',
  tag: 'Recommendations',
  summary: 'Bundle a recommendation for handoff',
  description: '`markdown` is ready to paste into an issue tracker.',
  params: RecommendationPath,
  response: Data(WorkPacket),
  errors: [404],
  example: examples.workPacket,
  handle: async ({ ctx, params }) => ({
    data: presentWorkPacket(await workPacket(ctx, params.recommendationId), ctx.now),
  }),
});
