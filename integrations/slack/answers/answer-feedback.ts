import type { ModalView } from '@slack/types';
import { giveFeedback, giveReason } from '../../../db/queries/slack-feedback.js';
import { ours } from '../blocks/text.js';
import type { Action } from '../requests/click.js';
import { modalMeta } from '../requests/modal-meta.js';
import type { SubmissionHandler } from '../requests/submission.js';
import { tooOld } from './answer-of.js';

export const WHY_NOT = 'answer.why-not';

const REASONS = [
  'It does not answer the question',
  'The wrong belief or quotes',
  'Something is missing',
  'It is hard to read',
];
const MAX_REASON = 500;

/** Stores whether an answer helped, and asks why if it did not; users may change their vote. */
export const sayIfHelpful: Action = async (click) => {
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
    'Thank you, noted. Rephrasing the question may help; add what people said elsewhere with “Save as evidence”.',
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
