import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../sandbox/block-kit/blocks.js';
import { Blocks } from '../../sandbox/page/blocks.js';
import { emojify } from '../../sandbox/page/emoji.js';
import { render } from '../../sandbox/page/render.js';
import { slackDate } from '../../sandbox/page/slack-date.js';
import { PEOPLE } from '../../sandbox/people.js';

const html = (...blocks: Block[]) => render(Blocks, { blocks, viewer: PEOPLE[0] });
const mrkdwn = (text: string) => html({ type: 'section', text: { type: 'mrkdwn', text } });
const words = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

describe('text on the page', () => {
  it('shows names for mentions, and marks the reader’s own', () => {
    expect(mrkdwn('<@UTOM>')).toContain('<span class="mention">@Tom Okafor</span>');
    expect(mrkdwn('<@UMAYA>')).toContain('mention-you');
    expect(words(mrkdwn('<#CRESEARCH|x> <!here>'))).toBe('#user-research @here');
  });

  it('shows bold, italic, struck, code, quotes and links, but no marker within a word', () => {
    expect(mrkdwn('*bold* _it_ ~no~')).toMatch(
      /font-semibold">bold<.*italic.*>it<.*line-through.*>no</,
    );
    expect(mrkdwn('`a *b*`')).toContain('a *b*');
    expect(mrkdwn('&gt; said\nthen')).toMatch(/<blockquote.*said.*<\/blockquote>.*then/s);
    expect(words(mrkdwn('snake_case_name at 12:30:45 is 5*3*2'))).toBe(
      'snake_case_name at 12:30:45 is 5*3*2',
    );
    expect(mrkdwn('<https://example.com/?a=1&amp;b=2|SIG-1>')).toContain(
      'href="https://example.com/?a=1&amp;b=2"',
    );
  });

  it('keeps escaped text literal: it neither mentions nor links nor formats as HTML', () => {
    const hostile = '<!channel> <@UTOM> <https://evil.example|safe> <script>alert(1)</script>';
    expect(words(mrkdwn(escaped(hostile)))).toBe(hostile);
    expect(mrkdwn(escaped('<!channel> <@UTOM>'))).not.toMatch(/mention|broadcast/);
    expect(mrkdwn(escaped('<script>'))).not.toContain('<script');
  });

  it('never puts a script address into a link, whichever way it comes', () => {
    const bad = 'javascript:alert(1)';
    const link = { type: 'rich_text_section', elements: [{ type: 'link', url: bad, text: 'x' }] };
    const rendered = html(
      { type: 'section', text: { type: 'mrkdwn', text: `<${bad}|x>` } },
      { type: 'rich_text', elements: [link] } as Block,
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: 'x' }, url: bad }],
      },
    );
    expect(rendered).not.toContain('javascript');
  });

  it('shows plain text as it is, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 150, unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes(':'));
        const header = html({ type: 'header', text: { type: 'plain_text', text } });
        expect(words(header)).toBe(text);
      }),
    );
  });

  it('shows a literal quote word for word, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('<!channel>', '*b*', '_i_', '`c`', '&lt;', '\n', ' ', 'é', '"', '>'),
          {
            minLength: 1,
            maxLength: 12,
          },
        ),
        (parts) => {
          const text = parts.join('');
          const quote = { type: 'rich_text_quote', elements: [{ type: 'text', text }] };
          expect(words(html({ type: 'rich_text', elements: [quote] } as Block))).toBe(text);
        },
      ),
    );
  });

  it('shows escaped mrkdwn without markers word for word', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<', '>', '&', 'a', ' b', '!here', '@UTOM', '|'), {
          minLength: 1,
        }),
        (parts) => {
          const text = `x${parts.join('')}`;
          expect(words(mrkdwn(escaped(text)))).toBe(text);
        },
      ),
    );
  });

  it('turns shortcodes into emoji and leaves what is none', () => {
    expect(emojify(':white_check_mark: done at 10:30:00 :not_an_emoji:')).toBe(
      '✅ done at 10:30:00 :not_an_emoji:',
    );
    expect(emojify(':+1:')).toBe('👍');
  });

  it('writes dates for the reader’s zone', () => {
    const at = Date.UTC(2024, 0, 31, 23, 30) / 1000;
    const format = '{date_num} · {date_short} · {date_long} · {time}';
    expect(slackDate(format, at, 'Europe/Stockholm').replaceAll('\u202f', ' ')).toBe(
      '2024-02-01 · Feb 1, 2024 · Thursday, February 1, 2024 · 12:30 AM',
    );
    const now = Date.now() / 1000;
    expect(slackDate('{date_short_pretty}', now, 'UTC')).toBe('today');
    expect(slackDate('{ago}', now - 3 * 3600, 'UTC')).toBe('3 hours ago');
  });

  it('gives no two elements of the page the renderer’s id', () => {
    expect(mrkdwn('a')).not.toContain('id="slack_blocks_to_jsx"');
    expect(words(mrkdwn('id="slack_blocks_to_jsx"'))).toBe('id="slack_blocks_to_jsx"');
  });
});
