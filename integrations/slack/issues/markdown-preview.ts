import type { RichTextBlock, RichTextBlockElement, RichTextText } from '@slack/types';
import markdownIt from 'markdown-it';
import { INVISIBLE } from '../../../src/beliefs/recommendations/literal-markdown.js';
import { bold, bullets, italic, line, richText, words } from '../blocks/rich-text.js';

type Token = ReturnType<ReturnType<typeof markdownIt>['parse']>[number];

const parser = markdownIt({ html: false, linkify: false });

/** Slack's documented maximum for the text of a block; the rest of a long issue can be read in the tracker. */
const LIMIT = 2_900;
const TASK = /^\[ \] /;
const BOX = '☐ ';

/** Tasks, each on its line: the box takes the place of a bullet. */
const lines = (items: readonly RichTextText[][]): RichTextBlockElement =>
  line(...items.flatMap((item) => [...item, words('\n')]));

/** Renders an issue's Markdown as Slack rich text, in which it cannot mention, link or format anything else. */
export function markdownPreview(markdown: string): RichTextBlock {
  const elements: RichTextBlockElement[] = [];
  let heading: RichTextText[] | undefined;
  let items: RichTextText[][] = [];
  let quote: RichTextText[] = [];
  let inside: 'heading' | 'quote' | undefined;
  let length = 0;

  /** A heading is emitted only when text follows it. */
  const push = (element: RichTextBlockElement): void => {
    const space = elements.length > 0 ? [words('\n')] : [];
    if (heading) elements.push(line(...space, ...heading, words('\n')));
    heading = undefined;
    elements.push(element);
  };
  const endList = (): void => {
    const areTasks = items.every(([first]) => first?.type === 'text' && first.text.startsWith(BOX));
    if (items.length > 0) push(areTasks ? lines(items) : bullets(items));
    items = [];
  };

  for (const { type, content, children } of parser.parse(markdown, {})) {
    if (type === 'heading_open') inside = 'heading';
    if (type === 'blockquote_open') inside = 'quote';
    if (type === 'bullet_list_close') endList();
    if (type === 'blockquote_close') {
      if (quote.length > 0) push({ type: 'rich_text_quote', elements: quote });
      quote = [];
    }
    if (type === 'heading_close' || type === 'blockquote_close') inside = undefined;
    if (type === 'list_item_open') items.push([]);
    if (type !== 'inline') continue;

    length += content.replaceAll(INVISIBLE, '').length;
    if (length > LIMIT) {
      items = items.filter((item) => item.length > 0);
      endList();
      return richText(...elements, line(words('\n'), italic('… The issue has the rest.')));
    }
    const texts = inline(children ?? [], inside === 'heading');
    if (inside === 'heading') heading = texts;
    else if (inside === 'quote') quote.push(...(quote.length > 0 ? [words('\n')] : []), ...texts);
    else if (items.length > 0) items.at(-1)?.push(...texts);
    else push(line(...texts, words('\n')));
  }
  return richText(...elements);
}

/** Runs of text, each with its style. */
function inline(tokens: readonly Token[], isHeading: boolean): RichTextText[] {
  let isBold = isHeading;
  return tokens.flatMap(({ type, content }): RichTextText[] => {
    const text = content.replaceAll(INVISIBLE, '').replace(TASK, BOX);
    switch (type) {
      case 'strong_open':
        isBold = true;
        return [];
      case 'strong_close':
        isBold = isHeading;
        return [];
      case 'softbreak':
      case 'hardbreak':
        return [words('\n')];
      case 'code_inline':
        return [words(text, { code: true })];
      default:
        return text === '' ? [] : [isBold ? bold(text) : words(text)];
    }
  });
}
