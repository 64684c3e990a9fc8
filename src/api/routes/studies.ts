import { listSourceItems } from '../../studies/list-source-items.js';
import { listStudies } from '../../studies/list-studies.js';
import { readReadout } from '../../studies/read-readout.js';
import { timeCursor } from '../cursor.js';
import { endpoint } from '../endpoint.js';
import { examples } from '../examples.js';
import { presentReadout, presentSourceItem, presentStudyListItem } from '../present/study.js';
import { Data, Paged } from '../schemas/envelope.js';
import { PageQuery, StudyPath } from '../schemas/inputs.js';
import { SourceItemListItem, StudyListItem, StudyReadoutPacket } from '../schemas/study.js';

export const studiesList = endpoint({
  method: 'get',
  path: '/v1/studies',
  id: 'listStudies',
  tag: 'Studies',
  summary: 'List studies',
  description: 'Newest first by `createdAt`.',
  query: PageQuery,
  response: Paged(StudyListItem),
  errors: [],
  example: examples.studies,
  async handle({ ctx, query: { limit, cursor } }) {
    const scope = { list: 'studies' };
    const after = timeCursor.read(ctx, scope, cursor);
    const page = await listStudies(ctx, { limit, ...(after && { after }) });
    return {
      data: page.rows.map(presentStudyListItem),
      cursor: timeCursor.write(ctx, scope, page.next),
      total: page.total,
    };
  },
});

export const studyReadout = endpoint({
  method: 'get',
  path: '/v1/studies/{studyId}/readout',
  id: 'readStudyReadout',
  tag: 'Studies',
  summary: 'Read what a study found',
  params: StudyPath,
  response: Data(StudyReadoutPacket),
  errors: [404],
  example: examples.readout,
  handle: async ({ ctx, params }) => ({
    data: presentReadout(await readReadout(ctx, params.studyId)),
  }),
});

export const sourceItemsList = endpoint({
  method: 'get',
  path: '/v1/studies/{studyId}/source-items',
  id: 'listSourceItems',
  tag: 'Studies',
  summary: 'List the interviews of a study',
  description: 'Newest first by `capturedAt`.',
  params: StudyPath,
  query: PageQuery,
  response: Paged(SourceItemListItem),
  errors: [404],
  example: examples.sourceItems,
  async handle({ ctx, params: { studyId }, query: { limit, cursor } }) {
    const scope = { list: 'source-items', filter: { studyId } };
    const after = timeCursor.read(ctx, scope, cursor);
    const page = await listSourceItems(ctx, { studyId, limit, ...(after && { after }) });
    return {
      data: page.rows.map(presentSourceItem),
      cursor: timeCursor.write(ctx, scope, page.next),
      total: page.total,
    };
  },
});
