import type { ModalView } from '@slack/types';
import { itemLink, literal, mrkdwn, ours } from '../blocks/text.js';

const TITLE = ours('Work item');
const CLOSE = ours('Close');

/** Shown at once, because the trigger that opens a modal expires after three seconds. */
export const workingView = (what: string): ModalView => ({
  type: 'modal',
  title: TITLE,
  close: CLOSE,
  blocks: [{ type: 'section', text: ours(`:hourglass_flowing_sand: ${what}`) }],
});

/** Our own sentence, in mrkdwn. */
export const failedView = (sentence: string): ModalView => ({
  type: 'modal',
  title: TITLE,
  close: CLOSE,
  blocks: [{ type: 'section', text: mrkdwn(`:warning: ${sentence}`) }],
});

/** Maximum characters for the fields left out: all that fits next to the longest link. */
const LEFT_OUT = 500;

export interface DoneItem {
  url: string;
  /** Its key or title. */
  name: string;
  /** The words before the link: `Created in Linear:`. */
  said: string;
  /** Fields that the tracker dropped. */
  dropped?: readonly string[];
  /** Our sentence about what happens next. */
  next?: string;
}

/** The result in one line of mrkdwn. */
export function doneText({ url, name, said, dropped = [], next }: DoneItem): string {
  const without = dropped.length > 0 ? literal(dropped.join('; '), LEFT_OUT) : '';
  const lines = [`${said} ${itemLink(url, name)}`];
  if (without) lines.push(`Left out: ${without}.`);
  if (next) lines.push(next);
  return lines.join('\n');
}

export const doneView = (item: DoneItem): ModalView => ({
  type: 'modal',
  title: TITLE,
  close: ours('Done'),
  blocks: [
    {
      type: 'section',
      text: mrkdwn(`:white_check_mark: ${doneText(item)}`),
    },
  ],
});
