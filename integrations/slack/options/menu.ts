import type { PlainTextOption } from '@slack/types';
import type { Context } from '../../../src/context.js';

/** What a person sees of a menu while they type into it. */
export interface Typing {
  /** What they typed so far. */
  text: string;
  /** What the modal or message carries: a draft's id. */
  subjectId: string;
  /** What is chosen in other fields of the modal, by block id. */
  chosen: Readonly<Record<string, string | undefined>>;
}

/** Gives at most 100 options; Slack waits for them, so it asks the database and nobody else. */
export type Menu = (ctx: Context, typing: Typing) => Promise<PlainTextOption[]>;
