import type { SourceItemRow } from '../../../db/queries/source-items.js';
import type { StudyRow, ThemeRow } from '../../../db/queries/studies.js';
import { themeStrength } from '../../signals/theme-strength.js';
import type { StudyReadout } from '../../studies/read-readout.js';
import type { SourceItemListItem, StudyListItem, StudyReadoutPacket } from '../schemas/study.js';

export const presentStudyListItem = (row: StudyRow): StudyListItem => ({
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

export const presentSourceItem = (row: SourceItemRow): SourceItemListItem => ({
  sourceItemId: row.sourceItemId,
  status: row.status,
  participantName: row.participantName,
  capturedAt: row.capturedAt.getTime(),
  qualityScore: row.qualityScore ?? undefined,
  evidenceCount: row.evidenceCount,
});
