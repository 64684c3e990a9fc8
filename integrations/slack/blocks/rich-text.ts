import type { RichTextBlock, RichTextBlockElement, RichTextText } from '@slack/types';

/** Rich text is literal: it cannot produce a mention, link or markup. */
export const words = (text: string, style?: RichTextText['style']): RichTextText => ({
  type: 'text',
  text: text === '' ? ' ' : text,
  ...(style ? { style } : {}),
});
export const bold = (text: string): RichTextText => words(text, { bold: true });
export const italic = (text: string): RichTextText => words(text, { italic: true });

export const line = (...elements: RichTextText[]): RichTextBlockElement => ({
  type: 'rich_text_section',
  elements,
});

export const quoted = (text: string): RichTextBlockElement => ({
  type: 'rich_text_quote',
  elements: [words(text)],
});

export const bullets = (items: RichTextText[][]): RichTextBlockElement => ({
  type: 'rich_text_list',
  style: 'bullet',
  elements: items.map((elements) => ({ type: 'rich_text_section', elements })),
});

export const richText = (...elements: RichTextBlockElement[]): RichTextBlock => ({
  type: 'rich_text',
  elements,
});
