/**
 * Text that markdown shows literally, in GitHub, Linear and any other CommonMark renderer. Marks
 * are escaped. A zero-width character breaks up the patterns that trackers turn into links after
 * rendering (mentions, issue references, commits, URLs, emoji names, slash commands).
 */
export const INVISIBLE = '\u200b';

/**
 * The positions at which INVISIBLE is inserted; each comment names the construct that would start
 * there.
 */
const BREAKS: readonly RegExp[] = [
  /^(?=\s|$)/, // an indented code block, an empty line that would end the paragraph
  /(?<=^|\s)(?=\/)/g, // a slash command
  /(?<=\s)$/, // spaces that a renderer would drop
  /(?=@)|(?<=[@#])/g, // a mention, an e-mail address, an issue reference
  /(?<=:)(?=\S)/g, // a URL, an emoji name
  /(?<=\/)(?=\/)/g, // a URL without its scheme
  /(?<=www)(?=\.)/gi, // a URL that GitHub recognizes by these letters
  /(?<=[\p{L}\p{N}]\.)(?=\p{L})/gu, // a host name
  /(?<=[A-Za-z0-9]-)(?=\d)/g, // an issue's key
  /(?<=[0-9a-f]{6})(?=[0-9a-f])/gi, // a commit
];
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A paragraph that keeps the lines of the text; one array element per line. */
export function literalLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/).map(literalLine);
  return lines.map((line, index) => (index < lines.length - 1 ? `${line}  ` : line));
}

/** Any text on one line, without changing the direction of the text that follows it. */
export const literalInline = (text: string): string =>
  literalLine(text.replace(DIRECTION_MARKS, '').replace(/\s+/g, ' ').trim());

/** Most spoken lines contain none of these and need no escaping. */
const NEEDS_CARE = /[^\p{L}\p{N} ,;.'"?’“”–—…-]|\.\p{L}|-\d|[0-9a-f]{7}|^[-\s]|^\d+\.|\s$|^$/iu;

const literalLine = (line: string): string => (NEEDS_CARE.test(line) ? escaped(line) : line);

const escaped = (line: string): string =>
  BREAKS.reduce((text, place) => text.replace(place, INVISIBLE), line)
    .replace(/[\\`*_~|$[\](){}!^]/g, '\\$&')
    .replace(/[&<>]/g, (mark) => ENTITIES[mark] as string)
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d{1,9})\./, '$1\\.');

/**
 * Cuts the text so that `render` of it, with an ellipsis at the cut, has at most `limit` UTF-16
 * units.
 */
export function cutToFit(text: string, limit: number, render: (text: string) => string): string {
  let length = text.length;
  for (;;) {
    const cut =
      length < text.length ? `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
    const rendered = render(cut);
    if (rendered.length <= limit || length === 0) return rendered;
    length = Math.floor(Math.min(length - 1, (length * limit) / rendered.length));
  }
}
