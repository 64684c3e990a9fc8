import type { ModalView } from '@slack/types';
import type { Decision } from '../../../db/entities/recommendation.js';
import { MAX_NOTE } from '../../../src/decisions.js';
import { ours } from './text.js';

/** Callback ids: which decision a submitted modal makes. */
export const DECISION_MODALS = {
  accepted: 'recommendation.acceptance',
  dismissed: 'recommendation.dismissal',
} as const satisfies Record<Decision, string>;

const WORDS = {
  accepted: { submit: 'Accept', label: 'What should people know about this decision?' },
  dismissed: { submit: 'Dismiss', label: 'Why is this not worth doing?' },
} as const;

/** Asks for the note of a decision, which may be left empty. */
export const decisionModal = (decision: Decision, privateMetadata: string): ModalView => ({
  type: 'modal',
  callback_id: DECISION_MODALS[decision],
  private_metadata: privateMetadata,
  title: ours(WORDS[decision].submit),
  submit: ours(WORDS[decision].submit),
  close: ours('Cancel'),
  blocks: [
    {
      type: 'input',
      block_id: 'note',
      optional: true,
      label: ours(WORDS[decision].label),
      hint: ours('Kept in the history, and shown on the card.'),
      element: {
        type: 'plain_text_input',
        action_id: 'note',
        multiline: true,
        max_length: MAX_NOTE,
      },
    },
  ],
});
