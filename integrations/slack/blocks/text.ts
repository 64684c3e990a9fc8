import type { ContextBlock, MrkdwnElement, PlainTextElement } from '@slack/types';
import { cut } from '../../../src/core/words.js';

/** Escapes the only three characters that are special to Slack outside rich text. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Reverses Slack's escaping of a message's or command's text. */
export const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

// Characters that change the text direction; a label appears within our own sentence.
const DIRECTION = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

/**
 * Makes a label or name safe within one of our lines: no line breaks, no direction marks, at most `max`
 * characters.
 */
export const label = (text: string, max: number): string =>
  cut(text.replace(DIRECTION, '').replace(/\s+/g, ' ').trim(), max) || '(empty)';

// Markup that escaping does not remove, and its lookalikes. `_` within a word is not markup, and no emoji's name has a
// slash, so `http://localhost:80` stays as it is.
const LOOKALIKES: Readonly<Record<string, string>> = {
  '*': '\u2217',
  _: '\u02cd',
  '~': '\u223c',
  '`': '\u02cb',
  ':': '\ua789',
};
const MARKS = /[*~`]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=[^\s:/]+:)/giu;

/** Makes user text safe within our mrkdwn: it cannot mention, link, format or produce emoji. */
export const literal = (text: string, max: number): string =>
  escaped(label(text, max).replace(MARKS, (mark) => LOOKALIKES[mark] ?? mark));

// Markup comes in pairs, so a lone mark is harmless; a clock time (12:40:05) contains no emoji.
const EMOJI_CODES = /:(?=[^\s:/]*[^\s:/\d][^\s:/]*:)|(?<!\d):(?=\d+:)/gu;
const PAIRED = [/\*/g, /~/g, /`/g, /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu];

/**
 * A sentence of ours that may quote people, such as a refusal or a reason. Shown as written; only characters that
 * Slack would read as a mention, link, emoji or formatting are replaced by lookalikes.
 */
export function ownSentence(text: string, max: number): string {
  const replaced = PAIRED.reduce(
    (said, mark) =>
      (said.match(mark)?.length ?? 0) > 1
        ? said.replace(mark, (one) => LOOKALIKES[one] ?? one)
        : said,
    label(text, max).replace(EMOJI_CODES, LOOKALIKES[':'] ?? ':'),
  );
  return escaped(replaced);
}

/** Our own mrkdwn; text that looks like a URL or channel name is not linked. */
export const mrkdwn = (text: string): MrkdwnElement => ({ type: 'mrkdwn', text, verbatim: true });

/** A small line of mrkdwn. */
export const context = (text: string): ContextBlock => ({
  type: 'context',
  elements: [mrkdwn(text)],
});

/** Literal text: neither emoji codes nor Slack markup apply. */
export const plain = (text: string, max: number): PlainTextElement => ({
  type: 'plain_text',
  text: label(text, max),
  emoji: false,
});

/** Our own words, which may contain emoji. */
export const ours = (text: string): PlainTextElement => ({ type: 'plain_text', text, emoji: true });

const LINK = 2_000;

/** A mrkdwn link to a checked http or https URL; characters that could end it early are percent-encoded. */
export function itemLink(url: string, name: string): string {
  const called = literal(name, 120).replaceAll('|', '¦');
  const address = escaped(url).replaceAll('|', '%7C');
  return address.length > LINK || !/^https?:/.test(url) ? called : `<${address}|${called}>`;
}

/** Characters that fit in one line of a message on a laptop; a phone shows about half. */
export const LINE = 95;
// Chinese, Japanese and Korean characters are twice as wide.
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/g;

const width = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0);

/** Approximate number of lines that a text takes in a message. */
export const linesOf = (text: string): number =>
  text
    .split('\n')
    .reduce((lines, paragraph) => lines + Math.max(1, Math.ceil(width(paragraph) / LINE)), 0);

/** Cuts a text to this many lines, with an ellipsis if anything is left out. */
export function cutToLines(text: string, lines: number): string {
  let shown = cut(text, lines * LINE);
  while (linesOf(shown) > lines) shown = cut(shown, Math.floor(shown.length * 0.9));
  return shown;
}
