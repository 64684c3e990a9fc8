import type { ModalView } from '@slack/types';
import { ours } from '../messages/text.js';
import { ModalMeta } from './payloads.js';

/** What a modal was opened with; undefined where an earlier version of this service opened it. */
export function carriedBy(metadata: string): ModalMeta | undefined {
  try {
    return ModalMeta.parse(JSON.parse(metadata));
  } catch {
    return undefined;
  }
}

export const OPEN_IT_AGAIN =
  'This window was opened by an earlier version of Belief Layer, and nothing was changed. Open it again.';

/** Takes the place of a modal that cannot be understood any more. */
export const outdatedModal = (): ModalView => ({
  type: 'modal',
  title: ours('Belief Layer'),
  close: ours('Close'),
  blocks: [{ type: 'section', text: ours(`:hourglass: ${OPEN_IT_AGAIN}`) }],
});
