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

/** Bold text that links to one of our pages, if there is a URL. */
export const boldLink = (address: string | undefined, text: string): Run =>
  address === undefined ? bold(text) : { type: 'link', url: address, text, style: { bold: true } };

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
