import type { ModalView } from '@slack/types';
import { ours } from '../blocks/text.js';
import { ModalMeta } from './payloads.js';

/** The metadata a modal was opened with; undefined if an earlier version of this service opened it. */
export function carriedBy(metadata: string): ModalMeta | undefined {
  try {
    return ModalMeta.parse(JSON.parse(metadata));
  } catch {
    return undefined;
  }
}

export const OPEN_IT_AGAIN =
  'This window was opened by an earlier version of Belief Layer, and nothing was changed. Open it again.';

/** Replaces a modal that can no longer be understood. */
export const outdatedModal = (): ModalView => ({
  type: 'modal',
  title: ours('Belief Layer'),
  close: ours('Close'),
  blocks: [{ type: 'section', text: ours(`:hourglass: ${OPEN_IT_AGAIN}`) }],
});
