import type { ModalView } from '@slack/types';
import { ours } from './text.js';

export const DISMISSAL = 'recommendation.dismissal';

/** Longest note that a decision takes (api.md 4.2, endpoint 12). */
const NOTE = 2000;

export const dismissalModal = (privateMetadata: string): ModalView => ({
  type: 'modal',
  callback_id: DISMISSAL,
  private_metadata: privateMetadata,
  title: ours('Dismiss'),
  submit: ours('Dismiss'),
  close: ours('Cancel'),
  blocks: [
    {
      type: 'input',
      block_id: 'note',
      optional: true,
      label: ours('Why is this not worth doing?'),
      hint: ours('Kept in the history, and shown on the card.'),
      element: {
        type: 'plain_text_input',
        action_id: 'note',
        multiline: true,
        max_length: NOTE,
      },
    },
  ],
});
