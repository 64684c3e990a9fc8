import type { PlainTextOption } from '@slack/types';
import type { Context } from '../../../src/core/context.js';

/** A menu that a person is typing into. */
export interface Typing {
  /** The text typed so far. */
  text: string;
  blockId: string;
  /** The draft id in the modal's or message's metadata. */
  subjectId: string;
}

/** Returns at most 100 options; Slack waits for them, so only the database is queried. */
export type Menu = (ctx: Context, typing: Typing) => Promise<PlainTextOption[]>;
