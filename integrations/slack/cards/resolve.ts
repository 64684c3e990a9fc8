import type { Resolution } from '../../../db/entities/action-card.js';
import { resolve } from '../../../src/beliefs/action-cards/resolve.js';
import type { Action } from '../requests/click.js';
import { postConflictNotice } from './conflict-notice.js';

/** Resolves the card. The card itself shows it; only a user who was too late gets a message. */
export const resolveAs =
  (action: Resolution): Action =>
  async (click) => {
    const { changed } = await resolve(click.ctx, click.subjectId, { action });
    if (!changed) await postConflictNotice(click, 'This card was resolved already.');
  };
