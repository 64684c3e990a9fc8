import type { ContextBlock, MrkdwnElement, PlainTextElement } from '@slack/types';
import { cut } from '../../../src/words.js';

/** Escapes the only three characters that are special to Slack outside rich text. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What Slack escaped in a message's or a command's text, as the person wrote it. */
export const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

// Marks that turn the direction of the words around them; a label stands within our own sentence.
const DIRECTION = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

/** A label or name fit to stand within a line of ours: no line breaks, no direction marks, at most `max`. */
export const label = (text: string, max: number): string =>
  cut(text.replace(DIRECTION, '').replace(/\s+/g, ' ').trim(), max) || '(empty)';

// Markup that no escape takes away, and what looks like it. Within a word `_` is none.
const LOOKALIKES: Readonly<Record<string, string>> = {
  '*': '\u2217',
  _: '\u02cd',
  '~': '\u223c',
  '`': '\u02cb',
  ':': '\ua789',
};
const MARKS = /[*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=[^\s:]+:)/giu;

/** Somebody's words fit to stand within mrkdwn of ours: they mention, link, format and draw nothing. */
export const literal = (text: string, max: number): string =>
  escaped(label(text, max).replace(MARKS, (mark) => LOOKALIKES[mark] ?? mark));

/** Mrkdwn of ours; what looks like an address or a channel's name in it stays what it is. */
export const mrkdwn = (text: string): MrkdwnElement => ({ type: 'mrkdwn', text, verbatim: true });

/** A small line of mrkdwn. */
export const context = (text: string): ContextBlock => ({
  type: 'context',
  elements: [mrkdwn(text)],
});

/** Literal text: neither emoji codes nor markup of Slack's mean anything in it. */
export const plain = (text: string, max: number): PlainTextElement => ({
  type: 'plain_text',
  text: label(text, max),
  emoji: false,
});

/** Words of ours, which may hold emoji. */
export const ours = (text: string): PlainTextElement => ({ type: 'plain_text', text, emoji: true });
