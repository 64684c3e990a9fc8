import MarkdownIt from 'markdown-it';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DocumentNode, jiraDocument } from '../../../integrations/jira/jira-document.js';

const eager = new MarkdownIt({ html: true, linkify: true });

/** Renders like GitHub: CommonMark with tables, strikethrough, task lists, footnotes and bare addresses. */
const asGitHub = (markdown: string): string =>
  micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });

/** By a parser that links whatever looks like an address, lets HTML through, and knows no footnotes. */
const asEagerEditor = (markdown: string): string => eager.render(markdown);

/** Renders like Jira, from the document that we make of it, whose text is literal. */
const asJira = (markdown: string): string =>
  jiraDocument(markdown, 'https://beliefs.example.com').content.map(asHtml).join('\n');

const TAGS: Record<string, string> = {
  blockquote: 'blockquote',
  bulletList: 'ul',
  heading: 'h2',
  listItem: 'li',
  orderedList: 'ol',
  paragraph: 'p',
  taskItem: 'li',
  taskList: 'ul',
};
const MARKS = { strong: 'strong', em: 'em', code: 'code', link: 'a' };

function asHtml({ type, text = '', marks = [], content = [] }: DocumentNode): string {
  if (type === 'hardBreak') return '<br />\n';
  if (type === 'text') {
    const literal = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return marks.reduce(
      (html, mark) => `<${MARKS[mark.type]}>${html}</${MARKS[mark.type]}>`,
      literal,
    );
  }
  const tag = TAGS[type] ?? type;
  const holdsText = ['heading', 'paragraph', 'taskItem'].includes(type);
  const inner = content.map(asHtml).join(holdsText ? '' : '\n');
  return holdsText ? `<${tag}>${inner}</${tag}>` : `<${tag}>\n${inner}\n</${tag}>`;
}

export const renderers = { asGitHub, asEagerEditor, asJira };

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

/** The names of the elements in rendered HTML. */
export const elements = (html: string): string[] =>
  [...html.matchAll(/<([a-z0-9]+)[^>]*>/gi)].map(([, name]) => name as string);

/** The visible text of rendered HTML. */
export const visibleText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] as string);

/** Patterns in rendered text that trackers act on. */
export const reactions: readonly RegExp[] = [
  /(?<![\w`])@[\p{L}\p{N}]/u, // mention
  /#\d/, // issue, also of another repository
  /\bGH-\d/i,
  /\b[A-Z][A-Z0-9]*-\d/, // key of a Linear or Jira issue
  /\b[0-9a-f]{7,40}\b/i, // commit
  /:\/\//, // address
  /\bwww\./i,
  /:[+\w-]+:/, // emoji
  /[\w.]+@[\w-]+\.\w/, // e-mail
  /^\s*\/\w/m, // slash command
];
