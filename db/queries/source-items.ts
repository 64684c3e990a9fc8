import type { SourceItem } from '../entities/source-item.js';
import { teamStatement } from '../statement.js';
import { type After, goesOnAfter, pageOfMost, statementVariants } from './keyset.js';

export interface SourceItemRow
  extends Pick<
    SourceItem,
    'sourceItemId' | 'studyId' | 'status' | 'capturedAt' | 'qualityScore' | 'evidenceCount'
  > {
  participantName: string;
}

/** `$2`: study, `$3`: maximum rows; then the position to continue after. Newest first. */
export const listSourceItems = statementVariants<
  SourceItemRow,
  { after: boolean },
  [studyId: string, limit: number, ...after: After]
>(({ after }) =>
  teamStatement(
    `sourceItems.list${after ? '.after' : ''}`,
    pageOfMost(
      `select i.source_item_id as "sourceItemId", i.study_id as "studyId", i.status,
            i.captured_at as "capturedAt", i.quality_score as "qualityScore",
            i.evidence_count as "evidenceCount", p.display_name as "participantName"
       from source_items i
       join participants p on p.team_id = i.team_id and p.participant_id = i.participant_id
      where i.team_id = $1 and i.study_id = $2
        ${after ? `and ${goesOnAfter('i.captured_at', 'i.source_item_id', 4)}` : ''}
      order by i.captured_at desc, i.source_item_id`,
      '$3',
    ),
  ),
);

/** Number of source items of study `$2`; no row if there is no such study. */
export const countSourceItemsListed = teamStatement<{ total: number }, [studyId: string]>(
  'sourceItems.count',
  'select source_item_count as total from studies where team_id = $1 and study_id = $2',
);
