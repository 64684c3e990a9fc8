import type { InputBlock, ModalView } from '@slack/types';
import { SlackAnswer } from '../../../db/entities/slack.js';
import { giveFeedback, giveReason } from '../../../db/queries/slack-feedback.js';
import { changeQuestions, LONGEST_QUESTION } from '../../../src/analysis/curate/questions.js';
import {
  draftStudy,
  draftStudyForQuestion,
} from '../../../src/beliefs/research-gaps/draft-study.js';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import { type Context, inTransaction } from '../../../src/core/context.js';
import { invalidRequest, Refusal } from '../../../src/core/errors.js';
import { cut } from '../../../src/core/words.js';
import { beliefSelect } from '../blocks/menu.js';
import { draftedMessage, savedMessage } from '../blocks/message.js';
import { literal, ours } from '../blocks/text.js';
import { chosenBelief } from '../queries/beliefs.js';
import type { Action, SubmissionHandler } from '../requests/handlers.js';
import { mayAct, refuseUnlessAllowed } from '../requests/may-act.js';
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
  const view = whyNotModal(modalMeta(click), await mayAct(slack, ctx, person));
  await slack.client.views.open({ trigger_id: triggerId, view });
};

/** Stores why an answer did not help, and the question with the belief that answers it. */
export const submitWhyNot: SubmissionHandler['run'] = async (
  { slack, ctx, person, tell },
  { reason, note, belief },
  { subjectId },
) => {
  const said = [reason, note?.trim()].filter(Boolean);
  if (!belief && said.length === 0) return;
  const store = (why: readonly unknown[]) =>
    ctx.db.row(giveReason, subjectId, person.userId, why.join(': ').slice(0, MAX_REASON + 100));
  if (said.length > 0) await store(said);
  if (belief) await refuseUnlessAllowed(slack, ctx, person, 'belief.answers');
  const taught = belief ? await teach(ctx, subjectId, belief) : undefined;
  if (taught) await store([...said, `Answered by ${taught.ref}`]);
  await tell(
    savedMessage(
      taught
        ? `Thank you. “${literal(taught.question, 200)}” leads to ${taught.ref} “${literal(taught.label, 150)}” from now on.`
        : 'Thank you, noted. Rephrasing the question may help; add what people said elsewhere with “Save as evidence”.',
    ),
  );
};

/** Adds the question of an answer to those that a belief answers. */
async function teach(ctx: Context, answerId: string, signalId: string) {
  const answer = await ctx.db.findOne(SlackAnswer, { answerId });
  const chosen = await ctx.db.row(chosenBelief, signalId);
  if (!answer) throw tooOld();
  if (!chosen) throw invalidRequest('That belief no longer exists. Choose another one.');
  const question = cut(answer.question, LONGEST_QUESTION);
  await changeQuestions(ctx, chosen.signalId, { add: [question] });
  return { question, ref: signalRef(chosen.refNumber), label: chosen.label };
}

/** Offered to those who may change beliefs. */
const WHICH_BELIEF: InputBlock = {
  type: 'input',
  block_id: 'belief',
  optional: true,
  label: ours('Which belief answers it?'),
  hint: ours('Your question will lead to this belief from now on, for everyone.'),
  element: beliefSelect,
};

const whyNotModal = (privateMetadata: string, mayTeach: boolean): ModalView => ({
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
    ...(mayTeach ? [WHICH_BELIEF] : []),
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
