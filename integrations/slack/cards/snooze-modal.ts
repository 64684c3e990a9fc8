import type { ModalView, RichTextBlock } from '@slack/types';
import { ours } from '../blocks/text.js';
import { localDay } from '../blocks/zoned.js';

export const SNOOZE_UNTIL = 'card.snooze-until';

/** Asks until which day to snooze a card; defaults to the same weekday next week. */
export const snoozeModal = (
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
