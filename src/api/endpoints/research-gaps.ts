import * as z from 'zod';
import type { ResearchGapRow } from '../../../db/queries/research-gaps.js';
import { draftStudy } from '../../beliefs/research-gaps/draft-study.js';
import { listResearchGaps as list } from '../../beliefs/research-gaps/list-research-gaps.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import { timeCursor } from '../cursor.js';
import { endpoint } from '../endpoint.js';
import { authenticate, mayWrite, parse, rateLimit } from '../guards.js';
import { examples } from './examples.js';
import { Data, Id, Paged, PageQuery } from './fields.js';
import { ResearchGapStatus, ResearchGapType } from './values.js';

export const ResearchGap = z
  .strictObject({
    researchGapId: z.string(),
    signalId: z.string(),
    signalRef: z.string().meta({ example: 'SIG-7' }),
    type: ResearchGapType,
    status: ResearchGapStatus,
    description: z.string(),
    suggestedAction: z.string(),
    draftedStudyId: z.string().optional(),
  })
  .meta({ id: 'ResearchGap', description: 'A weakness of a belief, as an open question.' });
export type ResearchGap = z.infer<typeof ResearchGap>;

const DraftStudyFromGapResult = z
  .strictObject({ researchGapId: z.string(), studyId: z.string() })
  .meta({ id: 'DraftStudyFromGapResult' });

const ResearchGapPath = z.strictObject({ researchGapId: Id('research gap') });

const ResearchGapsQuery = z.strictObject({
  status: ResearchGapStatus.optional(),
  ...PageQuery.shape,
});

const presentResearchGap = (row: ResearchGapRow): ResearchGap => ({
  researchGapId: row.researchGapId,
  signalId: row.signalId,
  signalRef: signalRef(row.signalRefNumber),
  type: row.type,
  status: row.status,
  description: row.description,
  suggestedAction: row.suggestedAction,
  draftedStudyId: row.draftedStudyId ?? undefined,
});

export const listResearchGaps = endpoint({
  method: 'get',
  path: '/v1/research-gaps',
  guards: [authenticate, rateLimit, parse],
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
    const page = await list(ctx, {
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

export const draftStudyFromGap = endpoint({
  method: 'post',
  path: '/v1/research-gaps/{researchGapId}/draft-study',
  guards: [authenticate, rateLimit, mayWrite, parse],
  id: 'draftStudyFromGap',
  tag: 'Research gaps',
  summary: 'Draft a follow-up study from a gap',
  description:
    'Idempotent: a gap that already has a draft returns the same `studyId`. The objective and learning targets are filled in the background. A dismissed or applied gap refuses with 409.',
  params: ResearchGapPath,
  response: Data(DraftStudyFromGapResult),
  errors: [404, 409],
  example: examples.draftedStudy,
  async handle({ ctx, params }) {
    const { researchGapId, studyId } = await draftStudy(ctx, params.researchGapId);
    return { data: { researchGapId, studyId } };
  },
});
