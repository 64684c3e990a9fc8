import type { InputBlock, ModalView, RichTextBlock } from '@slack/types';
import type { Decision } from '../../../db/entities/recommendation.js';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import { MAX_NOTE } from '../../../src/core/numbers.js';
import { bold, bullets, line, richText, words } from '../blocks/rich-text.js';
import { label, ours } from '../blocks/text.js';

/** Callback ids by decision. */
export const DECISION_MODALS = {
  accepted: 'recommendation.acceptance',
  dismissed: 'recommendation.dismissal',
} as const satisfies Record<Decision, string>;

const WORDS = {
  accepted: {
    title: 'Accept this?',
    submit: 'Accept',
    does: 'This accepts it for the whole team. You can undo it with Reopen.',
    label: 'What should people know about this decision?',
  },
  dismissed: {
    title: 'Dismiss this?',
    submit: 'Dismiss',
    does: 'This dismisses it for the whole team. You can undo it with Reopen.',
    label: 'Why is this not worth doing?',
  },
} as const;

/** An optional note field. */
export const noteField = (question: string): InputBlock => ({
  type: 'input',
  block_id: 'note',
  optional: true,
  label: ours(question),
  hint: ours('Kept in the history, and shown on the card.'),
  element: {
    type: 'plain_text_input',
    action_id: 'note',
    multiline: true,
    max_length: MAX_NOTE,
  },
});

/** Asks for a note on the decision about the named recommendation. */
export const decisionModal = (
  decision: Decision,
  about: RichTextBlock,
  privateMetadata: string,
): ModalView => ({
  type: 'modal',
  callback_id: DECISION_MODALS[decision],
  private_metadata: privateMetadata,
  title: ours(WORDS[decision].title),
  submit: ours(WORDS[decision].submit),
  close: ours('Cancel'),
  blocks: [
    about,
    { type: 'section', text: ours(WORDS[decision].does) },
    noteField(WORDS[decision].label),
  ],
});

export const VALIDATION = 'recommendation.validation';

const SHOWN = 10;

/** Names the beliefs that close if the recommendation is marked as validated, and asks for confirmation. */
export function validationModal(
  about: RichTextBlock,
  beliefs: readonly { refNumber: number; label: string }[],
  privateMetadata: string,
): ModalView {
  const named = beliefs
    .slice(0, SHOWN)
    .map(({ refNumber, label: name }) => [
      bold(`${signalRef(refNumber)} `),
      words(label(name, 200)),
    ]);
  const rest = beliefs.length - named.length;
  return {
    type: 'modal',
    callback_id: VALIDATION,
    private_metadata: privateMetadata,
    title: ours('Mark as validated?'),
    submit: ours('Mark as validated'),
    close: ours('Cancel'),
    blocks: [
      about,
      beliefs.length === 0
        ? richText(line(words('This says that the problem is solved. It closes no belief.')))
        : richText(
            line(
              words(
                `This says that the problem is solved, and closes ${beliefs.length === 1 ? 'a belief' : `${beliefs.length} beliefs`}:`,
              ),
            ),
            bullets([...named, ...(rest > 0 ? [[words(`and ${rest} more`)]] : [])]),
            line(
              words(
                'Closed beliefs leave the lists and the digest, and answers call them closed. Reopen brings them back.',
              ),
            ),
          ),
      noteField('What shows that it is solved?'),
    ],
  };
}
