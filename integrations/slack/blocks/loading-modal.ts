import type { ModalView } from '@slack/types';
import { ours } from './text.js';

/** Shown at once, because the trigger that opens a modal expires after three seconds. */
export const loadingModal = (): ModalView => ({
  type: 'modal',
  title: ours('Details'),
  close: ours('Close'),
  blocks: [{ type: 'section', text: ours(':hourglass_flowing_sand: Gathering the evidence…') }],
});
