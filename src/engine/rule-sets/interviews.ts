import { CARD_TYPES } from '../../../db/entities/action-card.js';
import type { SourceItemStatus } from '../../../db/entities/source-item.js';
import { statementVariants } from '../../../db/queries/keyset.js';
import { teamStatement } from '../../../db/statement.js';
import { cut, named } from '../../core/words.js';
import type { RuleSet } from '../cause.js';

interface FailedItemRow {
  sourceItemId: string;
  studyId: string;
  studyName: string;
  participantId: string;
  status: SourceItemStatus;
  failure: string | null;
}

/** Failed interviews; with `only`, those in `$2`. */
const failedItems = statementVariants<
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

const REASON_LIMIT = 300;
const URGENCY = 0.5;

/** Failed interviews that can still be fixed. */
export const interviews = {
  rules: ['interview_failure'],
  about: 'source_item',
  async causes(tx, { source_item: ids }) {
    const rows = await tx.db.rows(failedItems({ only: ids !== null }), ids);
    return rows.map((row) => ({
      key: `interview_failure:${row.sourceItemId}`,
      aboutId: row.sourceItemId,
      why: `an interview of ${named(row.studyName)} is ${row.status}`,
      match: { sourceItemId: row.sourceItemId },
      opens: 'card',
      rule: 'interview_failure',
      card: {
        summary: summaryOf(row),
        priority: CARD_TYPES.interview_failure.tier,
        urgency: URGENCY,
        sourceItemId: row.sourceItemId,
        studyIds: [row.studyId],
        participantId: row.participantId,
      },
    }));
  },
} satisfies RuleSet;

function summaryOf({ status, studyName, failure }: FailedItemRow): string {
  const what =
    status === 'failed'
      ? `An interview of ${named(studyName)} could not be read`
      : `An interview of ${named(studyName)} is stored, but its analysis failed`;
  return failure ? `${what}. ${cut(failure, REASON_LIMIT)}` : `${what}.`;
}
