import { CARD_TIERS } from '../../core/decisions.js';
import { cut, named } from '../../core/words.js';
import type { Look } from '../cause.js';
import { type FailedItemRow, failedItems } from '../queries/team.js';

const REASON_LIMIT = 300;
const URGENCY = 0.5;

/** Failed interviews that can still be fixed. */
export const failedInterviews: Look = {
  rules: ['interview_failure'],
  about: 'source_item',
  async causes(tx, { source_item: ids }) {
    const rows = await tx.db.rows(failedItems({ only: ids !== null }), ids);
    return rows.map((row) => ({
      key: `interview_failure:${row.sourceItemId}`,
      aboutId: row.sourceItemId,
      why: `an interview of ${named(row.studyName)} is ${row.status}`,
      match: { sourceItemId: row.sourceItemId },
      mints: 'card',
      rule: 'interview_failure',
      card: {
        summary: summaryOf(row),
        priority: CARD_TIERS.interview_failure,
        urgency: URGENCY,
        sourceItemId: row.sourceItemId,
        studyIds: [row.studyId],
        participantId: row.participantId,
      },
    }));
  },
};

function summaryOf({ status, studyName, failure }: FailedItemRow): string {
  const what =
    status === 'failed'
      ? `An interview of ${named(studyName)} failed`
      : `An interview of ${named(studyName)} is stored, but its analysis failed`;
  return failure ? `${what}: ${cut(failure, REASON_LIMIT)}` : `${what}.`;
}
