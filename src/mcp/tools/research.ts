import * as z from 'zod';
import { listResearchGaps, ResearchGap } from '../../api/endpoints/research-gaps.js';
import {
  readStudyReadout,
  StudyListItem,
  StudyReadoutPacket,
  listStudies as studies,
} from '../../api/endpoints/studies.js';
import { ResearchGapStatus } from '../../api/endpoints/values.js';
import { pageOf } from '../caller.js';
import { fitPage } from '../fit.js';
import { Day, dayOf, id, NOTICE, Notice, page, paged, url } from '../quote.js';
import { tool } from '../tool.js';

export const listStudies = tool({
  name: 'list_studies',
  title: 'List studies',
  description: 'The team’s studies, newest first. What one found: `read_study`.',
  input: z.strictObject(page),
  output: z.strictObject({
    notice: Notice,
    studies: z.array(
      StudyListItem.omit({ createdAt: true }).extend({
        id: z.string().meta({ description: 'For `fetch`.' }),
        ...url,
        createdAt: Day,
      }),
    ),
    ...paged,
  }),
  run: (call, args) =>
    fitPage(args.limit, async (limit) => {
      const query = { ...args, limit };
      const { data, ...rest } = await studies.handle({ ...call, params: {}, query, body: {} });
      return {
        notice: NOTICE,
        studies: data.map(({ createdAt, ...item }) => ({
          ...item,
          id: `study:${item.studyId}`,
          ...pageOf(call, { studyId: item.studyId }),
          createdAt: dayOf(createdAt),
        })),
        ...rest,
      };
    }),
});

const Summary = StudyReadoutPacket.shape.summary.unwrap();

export const readStudy = tool({
  name: 'read_study',
  title: 'Read what a study found',
  description:
    'A study’s readout: its narrative and how reliable it is, its themes with a sample quote each, the questions that remain open.',
  input: z.strictObject({ studyId: id('As `list_studies` returns it.') }),
  output: z.strictObject({
    notice: Notice,
    id: z.string(),
    ...url,
    ...StudyReadoutPacket.shape,
    summary: Summary.extend({ lastUpdated: Day }).nullable(),
  }),
  async run(call, { studyId }) {
    const { data } = await readStudyReadout.handle({
      ...call,
      params: { studyId },
      query: {},
      body: {},
    });
    const { summary } = data;
    return {
      notice: NOTICE,
      id: `study:${studyId}`,
      ...pageOf(call, { studyId }),
      ...data,
      summary: summary && { ...summary, lastUpdated: dayOf(summary.lastUpdated) },
    };
  },
});

export const listGaps = tool({
  name: 'list_gaps',
  title: 'List research gaps',
  description:
    'What is not known yet: weaknesses of beliefs as open questions, newest first, each with a suggested action. Without `status`: all but dismissed ones.',
  input: z.strictObject({ status: ResearchGapStatus.optional(), ...page }),
  output: z.strictObject({
    notice: Notice,
    gaps: z.array(ResearchGap.extend(url)),
    ...paged,
  }),
  run: (call, args) =>
    fitPage(args.limit, async (limit) => {
      const { data, ...rest } = await listResearchGaps.handle({
        ...call,
        params: {},
        query: { ...args, limit },
        body: {},
      });
      return {
        notice: NOTICE,
        gaps: data.map((gap) => ({ ...gap, ...pageOf(call, { signalId: gap.signalId }) })),
        ...rest,
      };
    }),
});
