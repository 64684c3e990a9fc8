import { SlackAnswer } from '../../../db/entities/slack.js';
import { inTransaction } from '../../../src/context.js';
import { draftStudy } from '../../../src/research-gaps/draft-study.js';
import { draftStudyForQuestion } from '../../../src/studies/draft-study-for-question.js';
import { literal } from '../messages/text.js';
import { tooOld } from './answer-of.js';
import type { Action } from './click.js';

const WAITS = 'It waits among your studies as a draft.';

/** Drafts one study on a question that nothing covers, however often it is asked for. */
export const draftFromQuestion: Action = async ({ ctx, subjectId, tell }) => {
  const drafted = await inTransaction(ctx, async (tx) => {
    const answer = await tx.db.lock(SlackAnswer, { answerId: subjectId });
    if (!answer) throw tooOld();
    if (answer.draftedStudyId) return undefined;
    const study = await draftStudyForQuestion(tx, answer.question);
    await tx.db.update(SlackAnswer, { answerId: subjectId }, { draftedStudyId: study.studyId });
    return study;
  });
  await tell(
    drafted
      ? `The draft study “${literal(drafted.name, 200)}” is ready. ${WAITS}`
      : 'Somebody drafted a study on this question already.',
  );
};

/** Drafts a study from the open gap that the answer named. */
export const draftFromGap: Action = async ({ ctx, subjectId, tell }) => {
  const answer = await ctx.db.findOne(SlackAnswer, { answerId: subjectId });
  if (!answer?.researchGapId) throw tooOld();
  await draftStudy(ctx, answer.researchGapId);
  await tell(`A draft study on that gap is ready. ${WAITS}`);
};
