import { CARD_TIERS, SATURATION_INTERVIEWS } from '../../core/decisions.js';
import { counted, cut, named } from '../../core/words.js';
import type { Cause, Look } from '../cause.js';
import { saturatedStudies, studiesWithQuestions } from '../queries/studies.js';

const QUESTION_LIMIT = 300;
/** Neither is urgent: they matter when the next study is planned. */
const URGENCY = 0.4;

/** Studies that are done: some left questions, some are saturated. */
export const studies: Look = {
  rules: ['follow_up_suggestion', 'study_saturation'],
  about: 'study',
  async causes(tx, { study: ids }) {
    const only = ids !== null;
    const finished = await tx.db.rows(studiesWithQuestions({ only }), ids);
    const saturated = await tx.db.rows(saturatedStudies({ only }), ids, SATURATION_INTERVIEWS);
    return [
      ...finished.map(({ studyId, name, questions }) =>
        card('follow_up_suggestion', studyId, {
          why: `${named(name)} is completed and suggests ${counted(questions.length, 'question')}`,
          summary: `${named(name)} is completed and suggests ${counted(questions.length, 'question')} to ask next: ${cut(questions[0] ?? '', QUESTION_LIMIT)}`,
        }),
      ),
      ...saturated.map(({ studyId, name, analyzedCount }) =>
        card('study_saturation', studyId, {
          why: `${named(name)}: no new theme in the last ${SATURATION_INTERVIEWS} of ${analyzedCount} interviews`,
          summary: `The last ${SATURATION_INTERVIEWS} of ${analyzedCount} interviews in ${named(name)} brought no new theme: the next ones may be better spent elsewhere.`,
        }),
      ),
    ];
  },
};

const card = (
  rule: 'follow_up_suggestion' | 'study_saturation',
  studyId: string,
  { why, summary }: { why: string; summary: string },
): Cause => ({
  key: `${rule}:${studyId}`,
  aboutId: studyId,
  why,
  match: { studyId },
  mints: 'card',
  rule,
  card: { summary, priority: CARD_TIERS[rule], urgency: URGENCY, studyIds: [studyId] },
});
