import type { ModalView, RichTextBlock } from '@slack/types';
import { signalRef } from '../../../src/beliefs/signals/ref.js';
import { bold, bullets, line, richText, words } from '../blocks/rich-text.js';
import { label, ours } from '../blocks/text.js';
import { noteField } from './decision-modal.js';

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
