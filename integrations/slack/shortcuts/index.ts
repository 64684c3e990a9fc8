import { SAVE_EVIDENCE } from '../messages/evidence-modal.js';
import { saveAsEvidence } from './save-evidence.js';
import type { ShortcutHandler } from './shortcut.js';

/** Every message shortcut by its callback id, as in manifest.yml. */
export const SHORTCUTS: Readonly<Record<string, ShortcutHandler>> = {
  [SAVE_EVIDENCE]: saveAsEvidence,
};
