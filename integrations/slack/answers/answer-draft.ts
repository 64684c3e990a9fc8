import { SlackAnswer } from '../../../db/entities/slack.js';
import { draftStudy } from '../../../src/beliefs/research-gaps/draft-study.js';
import { draftStudyForQuestion } from '../../../src/beliefs/studies/draft-study-for-question.js';
import { inTransaction } from '../../../src/core/context.js';
import { draftedMessage } from '../blocks/drafted-message.js';
import { literal } from '../blocks/text.js';
import type { Action } from '../requests/click.js';
import { tooOld } from './answer-of.js';

const WAITS = 'It is among your studies as a draft.';

/** Drafts a study on a question that no belief covers; repeated requests draft only one. */
export const draftFromQuestion: Action = async ({ ctx, subjectId, tell }) => {
  const { study, first } = await inTransaction(ctx, async (tx) => {
    const answer = await tx.db.lock(SlackAnswer, { answerId: subjectId });
    if (!answer) throw tooOld();
    const { draftedStudyId: studyId, question } = answer;
    if (studyId) return { study: { studyId, name: '' }, first: false };
    const drafted = await draftStudyForQuestion(tx, question);
    await tx.db.update(SlackAnswer, { answerId: subjectId }, { draftedStudyId: drafted.studyId });
    return { study: drafted, first: true };
  });
  const text = first
    ? `The draft study “${literal(study.name, 200)}” is ready. ${WAITS}`
    : 'A study on this question has already been drafted.';
  await tell(draftedMessage(text, study.studyId));
};

/** Drafts a study from the open gap that the answer named. */
export const draftFromGap: Action = async ({ ctx, subjectId, tell }) => {
  const answer = await ctx.db.findOne(SlackAnswer, { answerId: subjectId });
  if (!answer?.researchGapId) throw tooOld();
  const { studyId } = await draftStudy(ctx, answer.researchGapId);
  await tell(draftedMessage(`A draft study on that gap is ready. ${WAITS}`, studyId));
};
