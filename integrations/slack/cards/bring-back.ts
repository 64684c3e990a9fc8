import { bringBack } from '../../../src/beliefs/action-cards/bring-back.js';
import { wake } from '../../../src/beliefs/action-cards/wake.js';
import type { Action } from '../requests/click.js';
import { refuseIfLate } from './refuse-if-late.js';

/** Undoes a snooze. */
export const wakeCard: Action = (click) =>
  refuseIfLate(click, () => wake(click.ctx, click.subjectId));

/** Undoes a resolve. */
export const bringCardBack: Action = (click) =>
  refuseIfLate(click, () => bringBack(click.ctx, click.subjectId));
