import type { ModalView } from '@slack/types';
import { SlackAnswer } from '../../../db/entities/slack.js';
import { giveFeedback, giveReason } from '../../../db/queries/slack-feedback.js';
import {
  draftStudy,
  draftStudyForQuestion,
} from '../../../src/beliefs/research-gaps/draft-study.js';
import { inTransaction } from '../../../src/core/context.js';
import { Refusal } from '../../../src/core/errors.js';
import { draftedMessage, savedMessage } from '../blocks/message.js';
import { literal, ours } from '../blocks/text.js';
import type { Action, SubmissionHandler } from '../requests/handlers.js';
import { modalMeta } from '../requests/modals.js';

/** Private answers are stored for 7 days, posted ones for 90; their messages stay in Slack longer. */
export const tooOld = (): Refusal =>
  new Refusal('not_found', 'This answer is too old for that: ask again.');

export const WHY_NOT = 'answer.why-not';

const REASONS = [
  'It does not answer the question',
  'The wrong belief or quotes',
  'Something is missing',
  'It is hard to read',
];
const MAX_REASON = 500;

/** Stores whether an answer helped, and asks why if it did not; users may change their vote. */
export const rateAnswer: Action = async (click) => {
  const { slack, ctx, person, subjectId, detail, triggerId, tell } = click;
  const helpful = detail === 'yes';
  const given = await ctx.db.row(giveFeedback, subjectId, person.userId, helpful, ctx.now);
  if (!given) throw tooOld();
  if (helpful) return tell('Good to know, thank you.');
  const view = whyNotModal(modalMeta(click));
  await slack.client.views.open({ trigger_id: triggerId, view });
};

/** Stores why an answer did not help. */
export const submitWhyNot: SubmissionHandler['run'] = async (
  { ctx, person, tell },
  { reason, note },
  { subjectId },
) => {
  const why = [reason, note?.trim()].filter(Boolean).join(': ');
  if (why === '') return;
  await ctx.db.row(giveReason, subjectId, person.userId, why.slice(0, MAX_REASON + 100));
  await tell(
    savedMessage(
      'Thank you, noted. Rephrasing the question may help; add what people said elsewhere with “Save as evidence”.',
    ),
  );
};

const whyNotModal = (privateMetadata: string): ModalView => ({
  type: 'modal',
  callback_id: WHY_NOT,
  private_metadata: privateMetadata,
  title: ours('What was wrong?'),
  submit: ours('Send'),
  close: ours('Skip'),
  blocks: [
    {
      type: 'input',
      block_id: 'reason',
      optional: true,
      label: ours('This answer did not help, because'),
      element: {
        type: 'radio_buttons',
        action_id: 'reason',
        options: REASONS.map((reason) => ({ value: reason, text: ours(reason) })),
      },
    },
    {
      type: 'input',
      block_id: 'note',
      optional: true,
      label: ours('What would have helped?'),
      hint: ours('Read by the admins of this workspace and by operators.'),
      element: {
        type: 'plain_text_input',
        action_id: 'note',
        multiline: true,
        max_length: MAX_REASON,
      },
    },
  ],
});

const WAITS = 'It is in your studies as a draft.';

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
