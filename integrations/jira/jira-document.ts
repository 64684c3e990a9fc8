import markdownIt from 'markdown-it';
import { INVISIBLE } from '../../src/beliefs/recommendations/literal-markdown.js';

type Token = ReturnType<ReturnType<typeof markdownIt>['parse']>[number];

interface Mark {
  type: 'strong' | 'em' | 'code' | 'link';
  attrs?: { href: string };
}

/** A node of Atlassian's document format. */
export interface DocumentNode {
  type: string;
  attrs?: Record<string, unknown>;
  content?: DocumentNode[];
  text?: string;
  marks?: Mark[];
}

interface JiraDocument {
  type: 'doc';
  version: 1;
  content: DocumentNode[];
}

/** Supports only the markup that we write ourselves; anything else in the Markdown stays text. */
const parser = markdownIt('zero').enable([
  'backticks',
  'blockquote',
  'emphasis',
  'entity',
  'escape',
  'heading',
  'link',
  'list',
  'newline',
]);

const BLOCKS: Record<string, string> = {
  paragraph_open: 'paragraph',
  heading_open: 'heading',
  bullet_list_open: 'bulletList',
  ordered_list_open: 'orderedList',
  list_item_open: 'listItem',
  blockquote_open: 'blockquote',
};
const TASK = '[ ] ';

/**
 * Converts our Markdown into a Jira document. Its text is literal, only URLs of this service and `alsoLinked`
 * become links, and it contains no node that mentions, embeds or runs anything.
 */
export function jiraDocument(
  markdown: string,
  publicUrl: string,
  alsoLinked?: string,
): JiraDocument {
  const ownUrl = `${publicUrl.replace(/\/+$/, '')}/`;
  const isKnown = (href: string): boolean => href.startsWith(ownUrl) || href === alsoLinked;
  const root: DocumentNode[] = [];
  const open: { type: string; content: DocumentNode[]; attrs?: Record<string, unknown> }[] = [];
  let tasks = 0;
  const nextId = () => `task-${++tasks}`;
  for (const token of parser.parse(markdown, {})) {
    const within = open.at(-1)?.content ?? root;
    if (token.nesting === 1) {
      const level = Number(token.tag.slice(1));
      const type = BLOCKS[token.type] ?? 'paragraph';
      open.push({ type, ...(type === 'heading' && { attrs: { level } }), content: [] });
    } else if (token.nesting === -1) {
      const closed = open.pop();
      const around = open.at(-1)?.content ?? root;
      if (closed) around.push(isTaskList(closed) ? taskList(closed, nextId) : closed);
    } else {
      within.push(...inline(token.children ?? [], isKnown));
    }
  }
  return { type: 'doc', version: 1, content: fitted(root) };
}

const isTaskList = ({ type, content = [] }: DocumentNode): boolean =>
  type === 'bulletList' &&
  content.every((item) => item.content?.[0]?.content?.[0]?.text?.startsWith(TASK));

/** A task cannot hold paragraphs, only their content. */
const taskList = ({ content = [] }: DocumentNode, nextId: () => string): DocumentNode => ({
  type: 'taskList',
  attrs: { localId: nextId() },
  content: content.map((item) => {
    const [first, ...rest] = (item.content ?? []).flatMap((part, index) => [
      ...(index > 0 ? [{ type: 'hardBreak' }] : []),
      ...(part.content ?? []),
    ]);
    const text = first?.text?.slice(TASK.length);
    const attrs = { localId: nextId(), state: 'TODO' };
    return { type: 'taskItem', attrs, content: [...(text ? [{ ...first!, text }] : []), ...rest] };
  }),
});

function inline(tokens: readonly Token[], isKnown: (href: string) => boolean): DocumentNode[] {
  let marks: Mark[] = [];
  const without = (type: Mark['type']) => marks.filter((mark) => mark.type !== type);
  return tokens.flatMap((token): DocumentNode[] => {
    const { type, content } = token;
    const [, kind, edge] = /^(strong|em|link)_(open|close)$/.exec(type) ?? [];
    if (kind) {
      marks = without(kind as Mark['type']);
      const href = kind === 'link' ? String(token.attrGet('href')) : undefined;
      if (edge === 'open' && (href === undefined || isKnown(href))) {
        marks = [...marks, { type: kind as Mark['type'], ...(href && { attrs: { href } }) }];
      }
      return [];
    }
    if (type === 'hardbreak') return [{ type: 'hardBreak' }];
    if (type === 'code_inline') {
      const linked = marks.filter((mark) => mark.type === 'link'); // code cannot have another mark
      return [{ type: 'text', text: content, marks: [...linked, { type: 'code' }] }];
    }
    const text = type === 'softbreak' ? ' ' : withoutMacros(content);
    return text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 && { marks }) }];
  });
}

/** Jira also shows documents as wiki markup, for example in emails, where a brace starts a macro. */
const withoutMacros = (text: string): string => text.replaceAll('{', `{${INVISIBLE}`);

/**
 * Jira's limit for a description or a comment. It does not say whether it applies to the text or the document, so
 * the longer of the two has to fit.
 */
const LIMIT = 32_767;
const LEFT_OUT: DocumentNode = {
  type: 'paragraph',
  content: [
    { type: 'text', text: '(Cut here: the work packet is longer than a text in Jira can be.)' },
  ],
};

const lengths = new WeakMap<object, number>();
/** Includes the following comma. Each node is measured only once, however often it is compared. */
function lengthOf(node: object): number {
  const length = lengths.get(node) ?? JSON.stringify(node).length + 1;
  lengths.set(node, length);
  return length;
}
const sum = (nodes: readonly DocumentNode[]): number =>
  nodes.reduce((total, node) => total + lengthOf(node), 0);

/** Leaves out quotes before anything else, always from the section that has the most. */
function fitted(blocks: DocumentNode[]): DocumentNode[] {
  const room = LIMIT - lengthOf({ type: 'doc', version: 1, content: [] });
  let over = sum(blocks) - room;
  if (over <= 0) return blocks;
  over += lengthOf(LEFT_OUT);
  const kept = new Set(blocks);
  const sections = quotesBySection(blocks);
  while (over > 0) {
    const longest = sections.toSorted((a, b) => sum(b) - sum(a))[0]?.pop();
    if (!longest) break;
    kept.delete(longest);
    over -= lengthOf(longest);
  }
  const rest = [...kept];
  while (over > 0) {
    const longest = rest.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
    if (!longest) break;
    const shorter = shortened(longest, over);
    rest.splice(rest.indexOf(longest), 1, ...shorter);
    over -= lengthOf(longest) - sum(shorter);
  }
  return [...rest, LEFT_OUT];
}

function quotesBySection(blocks: readonly DocumentNode[]): DocumentNode[][] {
  const sections: DocumentNode[][] = [[]];
  for (const block of blocks) {
    if (block.type === 'heading') sections.push([]);
    if (block.type === 'blockquote') sections.at(-1)?.push(block);
  }
  return sections;
}

/** Removes the last parts of a block, at least `by` characters; returns nothing if no part would be left. */
function shortened(block: DocumentNode, by: number): DocumentNode[] {
  const content = [...(block.content ?? [])];
  for (let left = by; left > 0; ) {
    const last = content.pop();
    if (!last) return [];
    left -= lengthOf(last);
  }
  return content.length > 0 ? [{ ...block, content }] : [];
}
