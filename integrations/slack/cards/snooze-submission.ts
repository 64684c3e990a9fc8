import { snooze } from '../../../src/beliefs/action-cards/snooze.js';
import { MAX_SNOOZE_MS } from '../../../src/core/decisions.js';
import type { Entered, SubmissionHandler } from '../requests/submission.js';
import { refuseIfLate } from './refuse-if-late.js';
import { snoozeMorning } from './snooze-times.js';

/** Milliseconds from `now` to the morning of the chosen day; NaN if none is chosen. */
function leftMs(entered: Entered, timeZone: string | undefined, now: Date): number {
  const day = entered.day ?? '';
  if (Number.isNaN(Date.parse(day))) return Number.NaN;
  return snoozeMorning(day, timeZone ?? 'UTC').getTime() - now.getTime();
}

export const checkSnoozeDay: NonNullable<SubmissionHandler['check']> = (
  entered,
  meta,
  now,
): Record<string, string> => {
  const left = leftMs(entered, meta.timeZone, now);
  if (Number.isNaN(left)) return { day: 'Choose a day.' };
  if (left <= 0) return { day: 'Choose a day after today.' };
  if (left > MAX_SNOOZE_MS) return { day: 'Choose a day within the next 90 days.' };
  return {};
};

export const submitSnoozeDay: SubmissionHandler['run'] = (click, entered, meta) =>
  refuseIfLate(click, () =>
    snooze(click.ctx, click.subjectId, {
      durationMs: leftMs(entered, meta.timeZone, click.ctx.now),
    }),
  );
