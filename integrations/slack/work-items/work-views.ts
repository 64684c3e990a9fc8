import type { ModalView } from '@slack/types';
import { literal, mrkdwn, ours } from '../messages/text.js';
import { itemLink } from './item-link.js';

const TITLE = ours('Work item');
const CLOSE = ours('Close');

/** Shown at once, because the trigger that opens a modal lives three seconds. */
export const workingView = (what: string): ModalView => ({
  type: 'modal',
  title: TITLE,
  close: CLOSE,
  blocks: [{ type: 'section', text: ours(`:hourglass_flowing_sand: ${what}`) }],
});

/** A sentence of ours, in mrkdwn. */
export const failedView = (sentence: string): ModalView => ({
  type: 'modal',
  title: TITLE,
  close: CLOSE,
  blocks: [{ type: 'section', text: mrkdwn(`:warning: ${sentence}`) }],
});

/** Beside the longest link there is no room for more. */
const LEFT_OUT = 500;

export interface DoneItem {
  url: string;
  /** Its key or title. */
  name: string;
  /** What went before it: `Created in Linear:`. */
  said: string;
  /** What the tracker left out. */
  dropped?: readonly string[];
}

/** What became of it, in one line of mrkdwn. */
export function doneText({ url, name, said, dropped = [] }: DoneItem): string {
  const without = dropped.length > 0 ? literal(dropped.join('; '), LEFT_OUT) : '';
  return `${said} ${itemLink(url, name)}${without ? `\nLeft out: ${without}.` : ''}`;
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
