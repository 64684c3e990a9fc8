import type { ModalView, RichTextBlock } from '@slack/types';
import { bringBack } from '../../../src/beliefs/action-cards/resolve.js';
import { snooze, wake } from '../../../src/beliefs/action-cards/snooze.js';
import { invalidRequest } from '../../../src/core/errors.js';
import { MAX_SNOOZE_MS } from '../../../src/core/numbers.js';
import { localDay } from '../blocks/local-time.js';
import { ours } from '../blocks/text.js';
import type { Action, Entered, SubmissionHandler } from '../requests/handlers.js';
import { modalMeta } from '../requests/modals.js';
import { cardSubject } from './card-subject.js';
import { refuseIfOutdated } from './refuse-outdated.js';
import { snoozeEnd, snoozeMorning } from './snooze-choices.js';

export const snoozeCard: Action = async (click) => {
  const { ctx, person } = click;
  // some messages still have the menu of an earlier version
  const choice = click.detail || click.choice;
  if (choice === 'date') {
    const about = await cardSubject(ctx, click.subjectId);
    const view = snoozeModal(about, modalMeta(click), ctx.now, person.timeZone);
    await click.slack.client.views.open({ trigger_id: click.triggerId, view });
    return;
  }
  const end = snoozeEnd(choice, ctx.now, person.timeZone);
  if (!end) throw invalidRequest('Choose one of the times in the menu to snooze this card.');
  const durationMs = end.getTime() - ctx.now.getTime();
  await refuseIfOutdated(click, () => snooze(ctx, click.subjectId, { durationMs }));
};

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
  refuseIfOutdated(click, () =>
    snooze(click.ctx, click.subjectId, {
      durationMs: leftMs(entered, meta.timeZone, click.ctx.now),
    }),
  );

/** Undoes a snooze. */
export const wakeCard: Action = (click) =>
  refuseIfOutdated(click, () => wake(click.ctx, click.subjectId));

/** Undoes a resolve. */
export const bringCardBack: Action = (click) =>
  refuseIfOutdated(click, () => bringBack(click.ctx, click.subjectId));

export const SNOOZE_UNTIL = 'card.snooze-until';

/** Asks for the day until which to snooze a card; defaults to the same weekday next week. */
const snoozeModal = (
  about: RichTextBlock,
  privateMetadata: string,
  now: Date,
  timeZone: string,
): ModalView => ({
  type: 'modal',
  callback_id: SNOOZE_UNTIL,
  private_metadata: privateMetadata,
  title: ours('Snooze until'),
  submit: ours('Snooze'),
  close: ours('Cancel'),
  blocks: [
    about,
    {
      type: 'input',
      block_id: 'day',
      label: ours('Bring it back on'),
      hint: ours('At 9:00 in your time zone, at most 90 days from now.'),
      element: {
        type: 'datepicker',
        action_id: 'day',
        initial_date: localDay(now, timeZone, 7),
      },
    },
  ],
});
