import type { ResearchGapRow } from '../../../db/queries/research-gaps.js';
import { signalRef } from '../../signals/ref.js';
import type { ResearchGap } from '../schemas/research-gap.js';

export const presentResearchGap = (row: ResearchGapRow): ResearchGap => ({
  researchGapId: row.researchGapId,
  signalId: row.signalId,
  signalRef: signalRef(row.signalRefNumber),
  type: row.type,
  status: row.status,
  description: row.description,
  suggestedAction: row.suggestedAction,
  draftedStudyId: row.draftedStudyId ?? undefined,
});
