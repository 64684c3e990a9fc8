import * as z from 'zod';
import type { SourceItemRow } from '../../../db/queries/source-items.js';
import type { StudyRow, ThemeRow } from '../../../db/queries/studies.js';
import { themeStrength } from '../../beliefs/signals/confidence.js';
import { listSourceItems as listItems } from '../../beliefs/studies/list-source-items.js';
import { listStudies as list } from '../../beliefs/studies/list-studies.js';
import { readReadout, type StudyReadout } from '../../beliefs/studies/read-readout.js';
import { timeCursor } from '../cursor.js';
import { endpoint } from '../endpoint.js';
import { authenticate, parse, rateLimit } from '../guards.js';
import { examples } from './examples.js';
import { Data, Id, Paged, PageQuery } from './fields.js';
import {
  Count,
  CoveragePriority,
  Ms,
  Sentiment,
  SourceItemStatus,
  StudyStatus,
  SummaryConfidence,
  ThemeStrength,
  Trajectory,
} from './values.js';

export const StudyListItem = z
  .strictObject({
    studyId: z.string(),
    name: z.string(),
    status: StudyStatus,
    participantCount: Count,
    themeCount: Count.optional(),
    createdAt: Ms,
  })
  .meta({ id: 'StudyListItem', description: 'A research effort.' });
export type StudyListItem = z.infer<typeof StudyListItem>;

const StudySummary = z.strictObject({
  narrative: z.string(),
  confidence: SummaryConfidence,
  suggestedNextQuestions: z.array(z.string()),
  stats: z.strictObject({
    totalSourceItems: Count,
    completionRate: z
      .number()
      .optional()
      .meta({ description: 'Share of source items that are analyzed, 0 to 1.' }),
    avgQualityScore: z.number().optional(),
  }),
  coverage: z
    .array(
      z.strictObject({
        targetId: z.string(),
        question: z.string(),
        priority: CoveragePriority,
        substantiveSourceItems: Count,
        totalSourceItems: Count,
      }),
    )
    .meta({
      description:
        'Learning targets that stayed thin across enough interviews; advisory, usually empty.',
    }),
  lastUpdated: Ms,
});

const ReadoutTheme = z.strictObject({
  themeId: z.string(),
  label: z.string(),
  description: z.string(),
  sentiment: Sentiment,
  strength: ThemeStrength,
  trajectory: Trajectory,
  parentThemeId: z.string().optional(),
  preview: z
    .array(
      z.strictObject({
        sourceItemId: z.string(),
        quote: z.string(),
        participantName: z.string(),
        timeInCallSecs: z.number().optional(),
      }),
    )
    .max(1)
    .meta({ description: 'Its strongest quote; all are read at /v1/evidence with `themeIds`.' }),
  distinctParticipants: Count,
});

export const StudyReadoutPacket = z
  .strictObject({
    studyId: z.string(),
    name: z.string(),
    status: StudyStatus,
    objective: z.string().nullable(),
    openQuestions: z.array(z.string()),
    summary: StudySummary.nullable(),
    themes: z.array(ReadoutTheme),
    sourceItemCount: Count,
  })
  .meta({ id: 'StudyReadoutPacket', description: 'What a study found.' });
export type StudyReadoutPacket = z.infer<typeof StudyReadoutPacket>;

export const SourceItemListItem = z
  .strictObject({
    sourceItemId: z.string(),
    status: SourceItemStatus,
    participantName: z.string(),
    capturedAt: Ms,
    qualityScore: z.number().min(0).max(1).optional(),
    evidenceCount: Count.meta({ description: 'Qualifying quotes.' }),
  })
  .meta({ id: 'SourceItemListItem', description: 'An interview that fed a study.' });
type SourceItemListItem = z.infer<typeof SourceItemListItem>;

const StudyPath = z.strictObject({ studyId: Id('study') });

const presentStudyListItem = (row: StudyRow): StudyListItem => ({
  studyId: row.studyId,
  name: row.name,
  status: row.status,
  participantCount: row.participantCount,
  themeCount: row.themeCount,
  createdAt: row.createdAt.getTime(),
});

export const presentReadout = (readout: StudyReadout): StudyReadoutPacket => ({
  studyId: readout.study.studyId,
  name: readout.study.name,
  status: readout.study.status,
  objective: readout.study.objective,
  openQuestions: readout.study.openQuestions,
  summary: presentSummary(readout),
  themes: readout.themes.map(presentTheme),
  sourceItemCount: readout.study.sourceItemCount,
});

const presentSummary = ({
  study,
  coverage,
  completionRate,
}: StudyReadout): StudyReadoutPacket['summary'] =>
  study.summary && {
    narrative: study.summary.narrative,
    confidence: study.summary.confidence,
    suggestedNextQuestions: study.summary.suggestedNextQuestions,
    stats: {
      totalSourceItems: study.sourceItemCount,
      completionRate: completionRate ?? undefined,
      avgQualityScore: study.avgQualityScore ?? undefined,
    },
    coverage: coverage.map((target) => ({
      targetId: target.targetId,
      question: target.question,
      priority: target.priority,
      substantiveSourceItems: target.substantiveSourceItems,
      totalSourceItems: target.totalSourceItems,
    })),
    lastUpdated: study.summary.lastUpdated,
  };

const presentTheme = (row: ThemeRow): StudyReadoutPacket['themes'][number] => ({
  themeId: row.themeId,
  label: row.label,
  description: row.description,
  sentiment: row.sentiment,
  strength: themeStrength(row.participantCount),
  trajectory: row.trajectory,
  parentThemeId: row.parentThemeId ?? undefined,
  preview: presentPreview(row),
  distinctParticipants: row.participantCount,
});

const presentPreview = (row: ThemeRow): StudyReadoutPacket['themes'][number]['preview'] =>
  row.previewSourceItemId === null
    ? []
    : [
        {
          sourceItemId: row.previewSourceItemId,
          quote: row.previewQuote ?? '',
          participantName: row.previewParticipantName ?? '',
          timeInCallSecs: row.previewTimeInCallSecs ?? undefined,
        },
      ];

const presentSourceItem = (row: SourceItemRow): SourceItemListItem => ({
  sourceItemId: row.sourceItemId,
  status: row.status,
  participantName: row.participantName,
  capturedAt: row.capturedAt.getTime(),
  qualityScore: row.qualityScore ?? undefined,
  evidenceCount: row.evidenceCount,
});

export const listStudies = endpoint({
  method: 'get',
  path: '/v1/studies',
  guards: [authenticate, rateLimit, parse],
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
    const page = await list(ctx, { limit, ...(after && { after }) });
    return {
      data: page.rows.map(presentStudyListItem),
      cursor: timeCursor.write(ctx, scope, page.next),
      total: page.total,
    };
  },
});

export const readStudyReadout = endpoint({
  method: 'get',
  path: '/v1/studies/{studyId}/readout',
  guards: [authenticate, rateLimit, parse],
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

export const listSourceItems = endpoint({
  method: 'get',
  path: '/v1/studies/{studyId}/source-items',
  guards: [authenticate, rateLimit, parse],
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
    const page = await listItems(ctx, { studyId, limit, ...(after && { after }) });
    return {
      data: page.rows.map(presentSourceItem),
      cursor: timeCursor.write(ctx, scope, page.next),
      total: page.total,
    };
  },
});
