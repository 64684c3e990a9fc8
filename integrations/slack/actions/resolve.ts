import type { Resolution } from '../../../db/entities/action-card.js';
import { resolve } from '../../../src/action-cards/resolve.js';
import type { Action } from './click.js';
import { tellWhoWasFirst } from './who-was-first.js';

/** Resolves the card. The card itself shows it; only who came too late is told. */
export const resolveAs =
  (action: Resolution): Action =>
  async (click) => {
    const { changed } = await resolve(click.ctx, click.subjectId, { action });
    if (!changed) await tellWhoWasFirst(click, 'This card was resolved already.');
  };
