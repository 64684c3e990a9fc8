import type { RichTextBlock, RichTextSectionElement } from 'slack-blocks-to-jsx';
import { emojify } from './emoji.js';

type Rich = RichTextBlock['elements'][number];
type Style = { bold?: true; italic?: true; strike?: true; code?: true };

/**
 * Parses Slack's mrkdwn into rich text. Tokens in `<…>` are read before `&lt;` is unescaped, so that escaped text
 * can neither mention nor link. The renderer's own mrkdwn does it the other way round.
 */
export function mrkdwnToRichText(text: string): Rich[] {
  return text.split(/(```[\s\S]+?```)/).flatMap((part) => {
    const code = /^```\n?([\s\S]+?)\n?```$/.exec(part)?.[1];
    if (code !== undefined) return [preformatted(code)];
    return paragraphs(part.replace(/^\n|\n$/g, ''));
  });
}

/** Parses plain text into rich text; only emoji shortcodes are special. */
export const plainToRichText = (text: string): Rich[] => [
  { type: 'rich_text_section', elements: [{ type: 'text', text: emojify(text) }] },
];

const preformatted = (code: string): Rich => ({
  type: 'rich_text_preformatted',
  elements: [{ type: 'text', text: unescaped(code) }],
});

/** Converts runs of `>` lines into quotes. */
function paragraphs(text: string): Rich[] {
  const runs: { quoted: boolean; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const quoted = /^(&gt;|>) ?/.test(line);
    const last = runs.at(-1);
    const bare = quoted ? line.replace(/^(&gt;|>) ?/, '') : line;
    if (last?.quoted === quoted) last.lines.push(bare);
    else runs.push({ quoted, lines: [bare] });
  }
  return runs
    .map(({ quoted, lines }) => ({ quoted, said: lines.join('\n') }))
    .filter(({ said }) => said.trim() !== '')
    .map(({ quoted, said }) => ({
      type: quoted ? 'rich_text_quote' : 'rich_text_section',
      elements: inline(said, {}),
    }));
}

const TOKEN = /<([^<>\n]+)>/;
const CODE = /`([^`\n]+)`/;
/** The match ends before closing punctuation and before an escaped angle bracket. */
const BARE_LINK = /(?<![\w/])https?:\/\/(?:(?!&[lg]t;)[^\s<>"])+(?<![.,;:!?)])/;
const STYLES: [RegExp, Style][] = [
  [styled('\\*'), { bold: true }],
  [styled('_'), { italic: true }],
  [styled('~'), { strike: true }],
];

/** A marker at a word's edge, text that does not begin or end with a space, then the same marker. */
function styled(mark: string): RegExp {
  return new RegExp(
    `(?<![\\w${mark}])${mark}(?=[^\\s${mark}])([^\\n]*?[^\\s])${mark}(?![\\w${mark}])`,
  );
}

function inline(text: string, style: Style): RichTextSectionElement[] {
  const rules: [RegExp, (inner: string) => RichTextSectionElement[]][] = [
    [TOKEN, (inner) => [token(inner, style)]],
    [CODE, (inner) => [{ type: 'text', text: unescaped(inner), style: { ...style, code: true } }]],
    [BARE_LINK, (url) => [link(url, undefined, style)]],
    ...STYLES.map(([pattern, added]): [RegExp, (inner: string) => RichTextSectionElement[]] => [
      pattern,
      (inner) => inline(inner, { ...style, ...added }),
    ]),
  ];
  const first = rules
    .map(([pattern, make]) => ({ match: pattern.exec(text), make }))
    .filter((found) => found.match !== null)
    .sort((a, b) => a.match!.index - b.match!.index)[0];
  if (!first?.match)
    return text === '' ? [] : [{ type: 'text', text: emojify(unescaped(text)), style }];
  const { match, make } = first;
  return [
    ...inline(text.slice(0, match.index), style),
    ...make(match[1] ?? match[0]),
    ...inline(text.slice(match.index + match[0].length), style),
  ];
}

/** `<@U1>`, `<#C1|name>`, `<!here>`, `<!date^…>` or `<address|text>`. */
function token(inner: string, style: Style): RichTextSectionElement {
  const [target = '', label] = split(inner, '|');
  const id = target.slice(1);
  if (target.startsWith('@')) return { type: 'user', user_id: id };
  if (target.startsWith('#')) return { type: 'channel', channel_id: id };
  if (target.startsWith('!subteam^')) return { type: 'usergroup', usergroup_id: target.slice(9) };
  if (id === 'here' || id === 'channel' || id === 'everyone')
    return { type: 'broadcast', range: id };
  if (target.startsWith('!date^')) {
    const [, timestamp = '', format = '', url] = target.split('^');
    return {
      type: 'date',
      timestamp: Number(timestamp),
      format: unescaped(format),
      ...(url && { url: unescaped(url) }),
    };
  }
  if (target.startsWith('!')) return { type: 'text', text: unescaped(label ?? inner), style };
  return link(target, label, style);
}

const link = (url: string, label: string | undefined, style: Style): RichTextSectionElement => ({
  type: 'link',
  url: unescaped(url),
  text: emojify(unescaped(label ?? url)),
  style,
});

function split(text: string, at: string): [string, string?] {
  const index = text.indexOf(at);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
