import MarkdownIt from 'markdown-it';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

const eager = new MarkdownIt({ html: true, linkify: true });

/** Renders like GitHub: CommonMark with tables, strikethrough, task lists, footnotes and bare addresses. */
export const asGitHub = (markdown: string): string =>
  micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });

/** By a parser that links whatever looks like an address, lets HTML through, and knows no footnotes. */
export const asEagerEditor = (markdown: string): string => eager.render(markdown);

export const renderers = { asGitHub, asEagerEditor };

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
