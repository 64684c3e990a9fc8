import type { SourceItem } from '../entities/source-item.js';

export interface SourceItemRow
  extends Pick<
    SourceItem,
    'sourceItemId' | 'studyId' | 'status' | 'capturedAt' | 'qualityScore' | 'evidenceCount'
  > {
  participantName: string;
}
