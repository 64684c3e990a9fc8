import { type FailedItemRow, failedItems } from '../../../db/queries/engine/team.js';
import { CARD_TIERS } from '../../decisions.js';
import { cut, named } from '../../words.js';
import type { Look } from '../cause.js';

const REASON_LIMIT = 300;
const URGENCY = 0.5;

/** Interviews that came to nothing, which somebody can still mend. */
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
        summary: told(row),
        priority: CARD_TIERS.interview_failure,
        urgency: URGENCY,
        sourceItemId: row.sourceItemId,
        studyIds: [row.studyId],
        participantId: row.participantId,
      },
    }));
  },
};

function told({ status, studyName, failure }: FailedItemRow): string {
  const what =
    status === 'failed'
      ? `An interview of ${named(studyName)} failed`
      : `An interview of ${named(studyName)} is stored, but its analysis failed`;
  return failure ? `${what}: ${cut(failure, REASON_LIMIT)}` : `${what}.`;
}
