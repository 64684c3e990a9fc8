import type { ModalView } from '@slack/types';
import { localDay } from '../schedules/zoned.js';
import { ours } from './text.js';

export const SNOOZE_UNTIL = 'card.snooze-until';

/** Asks for the day; it starts with the same weekday of next week. */
export const snoozeModal = (privateMetadata: string, now: Date, timeZone: string): ModalView => ({
  type: 'modal',
  callback_id: SNOOZE_UNTIL,
  private_metadata: privateMetadata,
  title: ours('Snooze until'),
  submit: ours('Snooze'),
  close: ours('Cancel'),
  blocks: [
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
