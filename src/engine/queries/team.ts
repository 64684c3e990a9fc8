import type { SourceItemStatus } from '../../../db/entities/source-item.js';
import { statementVariants } from '../../../db/keyset.js';
import { teamStatement } from '../../../db/statement.js';

/** The team's remaining interviews, if they are below its threshold. */
export const lowBalance = teamStatement<{ interviewsLeft: number; lowBalanceAt: number }>(
  'engine.lowBalance',
  `select interviews_left as "interviewsLeft", low_balance_at as "lowBalanceAt"
     from teams where team_id = $1 and interviews_left < low_balance_at`,
);

export interface FailedItemRow {
  sourceItemId: string;
  studyId: string;
  studyName: string;
  participantId: string;
  status: SourceItemStatus;
  failure: string | null;
}

/** Failed interviews; with `only`, those in `$2`. */
export const failedItems = statementVariants<
  FailedItemRow,
  { only: boolean },
  [sourceItemIds: readonly string[] | null]
>(({ only }) =>
  teamStatement(
    `engine.failedItems${only ? '.only' : ''}`,
    `select i.source_item_id as "sourceItemId", i.study_id as "studyId", s.name as "studyName",
            i.participant_id as "participantId", i.status, i.failure
       from source_items i
       join studies s on s.team_id = $1 and s.study_id = i.study_id
      where i.team_id = $1 and i.status in ('failed', 'analysis_failed')
        and ${only ? 'i.source_item_id = any ($2::text[])' : '$2::text[] is null'}
      order by i.source_item_id`,
  ),
);
