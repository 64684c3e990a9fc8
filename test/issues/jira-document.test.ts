import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DocumentNode, jiraDocument } from '../../integrations/jira/jira-document.js';
import {
  INVISIBLE,
  literalInline,
  literalLines,
} from '../../src/beliefs/recommendations/literal-markdown.js';
import { reactions } from '../beliefs/support/rendered.js';
import { publicUrl } from './draft.js';
import { DOCUMENT_LIMIT, DocumentSchema, readable } from './fake-jira.js';

/** A packet's parts with hostile words in each place where people's words come. */
const packet = (words: string): string =>
  [
    `## Problem\n\n**${literalInline(words)}**\n\n${literalLines(words).join('\n')}`,
    `## Beliefs behind it\n\n- \`SIG-1\` **${literalInline(words)}**  \n  ${literalInline(words)}`,
    `## Evidence\n\n${[...literalLines(words), '', `— ${literalInline(words)}`].map((line) => `> ${line}`).join('\n')}`,
    `## Done when\n\n- [ ] ${literalInline(words)}  \n  ${literalInline(words)}`,
  ].join('\n\n');

const document = (markdown: string) => jiraDocument(markdown, publicUrl);
const nodesOf = (node: DocumentNode): DocumentNode[] => [
  node,
  ...(node.content ?? []).flatMap(nodesOf),
];
const textOf = (node: DocumentNode): string =>
  nodesOf(node)
    .map(({ type, text }) => (type === 'hardBreak' ? '\n' : (text ?? '')))
    .join('');

const HOSTILE = [
  '@ada and [~accountid:5b10-ada] and [~ada]',
  '{code}{panel:title=x}{include:x}{color:red}{{x}} {jira:jqlQuery=x}',
  '!https://evil.example/a.png! !a.png|thumbnail!',
  '[click|https://evil.example] [click](https://evil.example) https://evil.example www.evil.example',
  '<https://evil.example> <script>alert(1)</script> <!-- x --> &lt;b&gt; &#64;ada',
  '![a](https://evil.example/a.png) [a]: https://evil.example',
  `[The evidence](${publicUrl}/p/recommendations/rec-1) ${publicUrl}/p`,
  'fixes ENG-1, closes #1, resolves ENG-2',
  '# no\n## no\n- [ ] no\n- no\n1. no\n> no\n---\n| a |\n|---|\n```\nno\n```',
  '#close #comment gone #time 2w',
  '{"type":"mention","attrs":{"id":"5b10-ada"}}',
  `**bold** _em_ *b* ~s~ -s- +i+ ^u^ ??c?? h1. no bq. no ${'\u202e'}`,
];

describe('a document of Jira', () => {
  it('has the headings, quotes, lists and tasks of the packet, and a link to our own page', () => {
    const markdown = `${packet('It just says no.')}\n\n[Read more](${publicUrl}/p/x?t=1)`;
    const made = document(markdown);
    expect(DocumentSchema.parse(made)).toEqual(made);
    expect(made.content.map(({ type }) => type)).toEqual([
      ...['heading', 'paragraph', 'paragraph', 'heading', 'bulletList', 'heading', 'blockquote'],
      ...['heading', 'taskList', 'paragraph'],
    ]);
    expect(readable(made)).toBe(
      [
        '## Problem\n\n**It just says no.**\n\nIt just says no.',
        '## Beliefs behind it\n\n- `SIG-1` **It just says no.**\nIt just says no.',
        '## Evidence\n\n> It just says no.\n> \n> — It just says no.',
        '## Done when\n\n- [ ] It just says no.\nIt just says no.',
        `[Read more](${publicUrl}/p/x?t=1)`,
      ].join('\n\n'),
    );
  });

  it.each([
    'https://evil.example/p/x',
    `${publicUrl}.evil.example/p`,
    'javascript:alert(1)',
    '/p/x',
  ])('has no link to any other site or page: %s', (href) => {
    expect(nodesOf(document(`[click](${href})`)).flatMap(({ marks = [] }) => marks)).toEqual([]);
  });

  it('links to the one other address that it is given', () => {
    const also = 'https://acme.slack.com/archives/C1/p1?thread_ts=1.2&cid=C1';
    const links = (href: string) =>
      nodesOf(jiraDocument(`[The message](${href})`, publicUrl, also)).flatMap(
        ({ marks = [] }) => marks,
      );
    expect(links(also)).toEqual([{ type: 'link', attrs: { href: also } }]);
    expect(links(`${also}2`)).toEqual([]);
  });

  it.each(HOSTILE)('shows what people said as text and nothing else: %j', (words) => {
    expectLiteral(words);
  });

  it('shows any text as it is', () => {
    const part = fc.oneof(
      fc.constantFrom(...HOSTILE, ' ', '\n', '\\', '{', '[ ] ', '- ', '**', '`', '\t', '\r'),
      fc.string({ maxLength: 8, unit: 'grapheme' }),
    );
    const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
    fc.assert(fc.property(text, expectLiteral), { numRuns: 200 });
  });

  it('leaves out quotes where a packet is longer than a description may be, and nothing else', () => {
    const quote = (side: string, n: number) => `> ${side} ${n} ${'word '.repeat(40)}`;
    const quotes = (side: string, count: number) =>
      Array.from({ length: count }, (_, n) => quote(side, n)).join('\n\n');
    const made = document(
      [
        '## Problem\n\nImports fail.',
        `## Evidence\n\n${quotes('for', 200)}`,
        `## Counter-evidence\n\n${quotes('against', 5)}`,
        '## Done when\n\n- [ ] nobody asks',
      ].join('\n\n'),
    );
    expect(DocumentSchema.safeParse(made).success).toBe(true);
    expect(JSON.stringify(made).length).toBeLessThanOrEqual(DOCUMENT_LIMIT);
    expect(JSON.stringify(made).length).toBeGreaterThan(DOCUMENT_LIMIT - 1_000);
    const text = readable(made);
    expect(text.match(/> against/g)).toHaveLength(5);
    expect(text).toContain('> for 0 ');
    expect(text).toContain('- [ ] nobody asks\n\n(Cut here:');
  });

  it.each([
    ['100,000 dots', '.'.repeat(100_000)],
    ['lines', 'a\n'.repeat(8_000)],
    ['braces', '{'.repeat(16_000)],
  ])('fits whatever a body holds: %s', (_name, words) => {
    const made = document(
      `## Problem\n\n${literalLines(words).join('\n')}\n\n## Done when\n\n- [ ] x`,
    );
    expect(DocumentSchema.safeParse(made).success).toBe(true);
    expect(JSON.stringify(made).length).toBeLessThanOrEqual(DOCUMENT_LIMIT);
    expect(readable(made)).toContain('- [ ] x');
  });
});

function expectLiteral(words: string): void {
  const made = document(packet(words));
  expect(DocumentSchema.safeParse(made).success).toBe(true);
  const [heading, title, body] = made.content;
  expect(made.content.map(({ type }) => type).filter((type) => type === 'heading')).toHaveLength(4);
  expect(heading).toMatchObject({ attrs: { level: 2 } });
  const shown = (node?: DocumentNode) => textOf(node!).replaceAll(INVISIBLE, '');
  expect(shown(body)).toBe(
    words
      .replaceAll(INVISIBLE, '')
      .split(/\r\n|\n|\r/)
      .join('\n'),
  );
  expect(shown(title)).toBe(
    words
      .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const marks = nodesOf(made).flatMap((node) => node.marks ?? []);
  expect(marks.filter(({ type }) => type === 'link' || type === 'em')).toEqual([]);
  for (const { text, marks: of = [] } of nodesOf(made)) {
    if (!text || of.some(({ type }) => type === 'code')) continue;
    for (const reaction of reactions) expect(text).not.toMatch(reaction);
    expect(text).not.toMatch(/\{[\p{L}{:]/u);
  }
}
