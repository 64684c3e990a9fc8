import { createHash } from 'node:crypto';
import type { PlainTextOption } from '@slack/types';
import { plain } from './text.js';

/** Slack's limit for an option's value and text. */
export const OPTION_LIMIT = 75;
const DIGEST = 40;

/**
 * The menu value for an id: the id itself, or, if it is too long for Slack, `#` and the start of its SHA-256; ids
 * never contain `#`.
 */
const optionValue = (id: string): string =>
  id.length <= OPTION_LIMIT
    ? id
    : `#${createHash('sha256').update(id).digest('hex').slice(0, DIGEST)}`;

export const option = (id: string, text: string): PlainTextOption => ({
  value: optionValue(id),
  text: plain(text, OPTION_LIMIT),
});
