import * as z from 'zod';
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

/** api.md 2.8 */
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
      .meta({ description: 'Share of source items that are analysed, 0 to 1.' }),
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

/** api.md 2.9 */
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

/** api.md 2.10 */
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
export type SourceItemListItem = z.infer<typeof SourceItemListItem>;
