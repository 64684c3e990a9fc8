import { bringBack } from '../../../src/action-cards/bring-back.js';
import { wake } from '../../../src/action-cards/wake.js';
import type { Action } from './click.js';
import { unlessTooLate } from './unless-too-late.js';

/** Undoes a snooze. */
export const wakeCard: Action = (click) =>
  unlessTooLate(click, () => wake(click.ctx, click.subjectId));

/** Undoes a resolve. */
export const bringCardBack: Action = (click) =>
  unlessTooLate(click, () => bringBack(click.ctx, click.subjectId));
