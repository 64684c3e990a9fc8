import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutToFit,
  INVISIBLE,
  literalInline,
  literalLines,
} from '../../src/beliefs/recommendations/literal-markdown.js';
import { elements, reactions, renderers, visibleText } from './support/rendered.js';

const HOSTILE = [
  '@name',
  '@here',
  'a@b.com',
  '#123',
  'owner/repo#12',
  'GH-123',
  'ENG-42',
  'fixes #7',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'owner/repo@da39a3e',
  'https://example.com/x?y=1',
  'http://localhost:3000',
  '//example.com',
  'www.example.com',
  'example.com',
  'ftp://a.b',
  'mailto:a@b.com',
  'xmpp:a@b.com',
  '<https://example.com>',
  '<a@b.com>',
  '[click](https://example.com)',
  '![image](https://example.com/a.png)',
  '[ref]: https://example.com',
  '[ref]',
  '[^1]',
  '[^1]: note',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<!-- hidden -->',
  '<!channel>',
  '<@U123>',
  '<details>',
  '</blockquote>',
  '&copy;',
  '&#64;name',
  '&amp;',
  '# Heading',
  'Heading\n===',
  'Heading\n---',
  '---',
  '***',
  '___',
  '- item',
  '* item',
  '+ item',
  '+++ more',
  '1. item',
  '1) item',
  '> quote',
  '- [ ] task',
  '[ ]',
  '[!WARNING]',
  '```\ncode',
  '~~~\ncode',
  '`code`',
  '``',
  '    indented',
  '\tindented',
  '**bold**',
  '__bold__',
  '*em*',
  '~~gone~~',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '|-|',
  ':--|:--',
  '$x^2$',
  '$$\nx\n$$',
  ':tada:',
  ':+1:',
  '/close',
  '\\',
  '\\@name',
  '\\`',
  '\n',
  '\n\n',
  '\r\n',
  '  \n',
  ' ',
  '\u200b',
  '\u200d',
  '\u2060',
  '\u202e',
  '@\u200bname',
  '\u2028',
  '\u00a0',
  '😀',
  'é',
  '!',
  '"',
  "'",
  '(c)',
];
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.constantFrom('word', ' ', '.'),
    ),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((parts) => parts.join('').replaceAll('\u0000', ''))
  .filter((text) => text.trim() !== '');

/** Line ends are one kind of line end; what has no width is not seen. */
const seen = (text: string): string => text.replace(/\r\n|\r/g, '\n').replaceAll(INVISIBLE, '');

const quoted = (text: string): string =>
  literalLines(text)
    .map((line) => `> ${line}`)
    .join('\n');

describe.each(Object.entries(renderers))('a quote rendered %s', (_name, render) => {
  it('shows exactly what was said, in one paragraph with nothing else in it', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const html = render(quoted(text));
        expect(new Set(elements(html))).toEqual(
          new Set(['blockquote', 'p', ...(/\n|\r/.test(text) ? ['br'] : [])]),
        );
        const [, inner] = /^<blockquote>\n<p>([\s\S]*)<\/p>\n<\/blockquote>\s*$/.exec(html) ?? [];
        expect(seen(visibleText(inner ?? ''))).toBe(seen(text));
      }),
      { numRuns: 500 },
    );
  });

  it.each(HOSTILE.filter((text) => text.trim() !== ''))('keeps %j as it is', (text) => {
    const html = render(quoted(text));
    expect(elements(html).filter((name) => !['blockquote', 'p', 'br'].includes(name))).toEqual([]);
    expect(seen(visibleText(html)).trim()).toBe(seen(text).trim());
  });

  it('leaves nothing that a tracker acts on after rendering', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = visibleText(render(quoted(text)));
        for (const reaction of reactions) expect(shown).not.toMatch(reaction);
      }),
      { numRuns: 500 },
    );
  });
});

describe('text on one line', () => {
  it('stays on it, shows literally, and leaves the direction of what follows alone', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const line = literalInline(text);
        expect(line).not.toMatch(/[\r\n\u202a-\u202e\u2066-\u2069]/);
        for (const render of Object.values(renderers)) {
          const html = render(`- **${line}** end`);
          const allowed = ['ul', 'li', 'strong', 'p'];
          expect(elements(html).filter((name) => !allowed.includes(name))).toEqual([]);
        }
      }),
    );
  });
});

describe('text cut to fit', () => {
  it('is never longer than allowed once rendered, and whole where it fits', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 0, max: 60 }), (text, limit) => {
        const cut = cutToFit(text, limit, literalInline);
        const whole = literalInline(text);
        if (whole.length <= limit) expect(cut).toBe(whole);
        else expect(cut.length).toBeLessThanOrEqual(Math.max(limit, 1));
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});
