import { draftStudy } from '../../research-gaps/draft-study.js';
import { listResearchGaps } from '../../research-gaps/list-research-gaps.js';
import { timeCursor } from '../cursor.js';
import { endpoint } from '../endpoint.js';
import { examples } from '../examples.js';
import { presentResearchGap } from '../present/research-gap.js';
import { Data, Paged } from '../schemas/envelope.js';
import { ResearchGapPath, ResearchGapsQuery } from '../schemas/inputs.js';
import { ResearchGap } from '../schemas/research-gap.js';
import { DraftStudyFromGapResult } from '../schemas/write-results.js';

export const researchGapsList = endpoint({
  method: 'get',
  path: '/v1/research-gaps',
  id: 'listResearchGaps',
  tag: 'Research gaps',
  summary: 'List research gaps',
  description: 'Newest first. Without `status`: everything except `dismissed`.',
  query: ResearchGapsQuery,
  response: Paged(ResearchGap),
  errors: [],
  example: examples.researchGaps,
  async handle({ ctx, query: { status, limit, cursor } }) {
    const scope = { list: 'research-gaps', filter: { status } };
    const after = timeCursor.read(ctx, scope, cursor);
    const page = await listResearchGaps(ctx, {
      limit,
      ...(status && { status }),
      ...(after && { after }),
    });
    return {
      data: page.rows.map(presentResearchGap),
      cursor: timeCursor.write(ctx, scope, page.next),
      total: page.total,
    };
  },
});

export const studyDraft = endpoint({
  method: 'post',
  path: '/v1/research-gaps/{researchGapId}/draft-study',
  id: 'draftStudyFromGap',
  tag: 'Research gaps',
  summary: 'Draft a follow-up study from a gap',
  description:
    'Idempotent: a gap that has a draft gives the same `studyId`. The objective and learning targets are filled in the background. A dismissed or applied gap refuses with 409.',
  params: ResearchGapPath,
  response: Data(DraftStudyFromGapResult),
  errors: [404, 409],
  writes: true,
  example: examples.draftedStudy,
  async handle({ ctx, params }) {
    const { researchGapId, studyId } = await draftStudy(ctx, params.researchGapId);
    return { data: { researchGapId, studyId } };
  },
});
