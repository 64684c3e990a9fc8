import type { RichTextBlock, RichTextBlockElement, RichTextLink, RichTextText } from '@slack/types';

/** A piece of a line: text, or text that links to one of our pages. */
export type Run = RichTextText | (RichTextLink & { text: string });

/** Literal text: rich text cannot produce a mention, link or markup. */
export const words = (text: string, style?: RichTextText['style']): RichTextText => ({
  type: 'text',
  text: text === '' ? ' ' : text,
  ...(style ? { style } : {}),
});
export const bold = (text: string): RichTextText => words(text, { bold: true });
export const italic = (text: string): RichTextText => words(text, { italic: true });

/** Text that links to one of our pages, if there is a URL. */
export const linked = (
  address: string | undefined,
  text: string,
  style?: RichTextText['style'],
): Run =>
  address === undefined
    ? words(text, style)
    : { type: 'link', url: address, text, ...(style ? { style } : {}) };

/** Bold text that links to one of our pages, if there is a URL. */
export const boldLink = (address: string | undefined, text: string): Run =>
  linked(address, text, { bold: true });

/** The text with the refs in it (`SIG-12`) linked to the pages that `addressOf` knows. */
export const withRefsLinked = (
  text: string,
  addressOf: (ref: string) => string | undefined,
  style?: RichTextText['style'],
): Run[] =>
  text
    .split(/\b(SIG-\d+)\b/)
    .filter((piece) => piece !== '')
    .map((piece) => linked(addressOf(piece), piece, style));

export const line = (...elements: Run[]): RichTextBlockElement => ({
  type: 'rich_text_section',
  elements,
});

export const quoted = (text: string): RichTextBlockElement => ({
  type: 'rich_text_quote',
  elements: [words(text)],
});

export const bullets = (items: Run[][]): RichTextBlockElement => ({
  type: 'rich_text_list',
  style: 'bullet',
  elements: items.map((elements) => ({ type: 'rich_text_section', elements })),
});

export const richText = (...elements: RichTextBlockElement[]): RichTextBlock => ({
  type: 'rich_text',
  elements,
});
