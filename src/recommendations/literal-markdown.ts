/**
 * Text that markdown shows as it is, in GitHub, Linear and any other CommonMark renderer. Marks are
 * escaped. What trackers make of plain text after rendering (mentions, issue references, commits,
 * addresses, emoji names, slash commands) is broken up by a character of no width.
 */
export const INVISIBLE = '\u200b';

/** The places where INVISIBLE keeps plain text plain; each says what would start there. */
const BREAKS: readonly RegExp[] = [
  /^(?=\s|$)/, // an indented code block, an empty line that would end the paragraph
  /(?<=^|\s)(?=\/)/g, // a slash command
  /(?<=\s)$/, // spaces that a renderer would drop
  /(?=@)|(?<=[@#])/g, // a mention, an e-mail address, an issue reference
  /(?<=:)(?=\S)/g, // an address, an emoji name
  /(?<=\/)(?=\/)/g, // an address without its scheme
  /(?<=www)(?=\.)/gi, // an address that GitHub knows by these letters
  /(?<=[\p{L}\p{N}]\.)(?=\p{L})/gu, // the name of a host
  /(?<=[A-Za-z0-9]-)(?=\d)/g, // an issue's key
  /(?<=[0-9a-f]{6})(?=[0-9a-f])/gi, // a commit
];
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A paragraph in which every line of the text is a line; one array element each. */
export function literalLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/).map(literalLine);
  return lines.map((line, index) => (index < lines.length - 1 ? `${line}  ` : line));
}

/** One line, whatever the text holds, that leaves the direction of what follows it alone. */
export const literalInline = (text: string): string =>
  literalLine(text.replace(DIRECTION_MARKS, '').replace(/\s+/g, ' ').trim());

const literalLine = (line: string): string =>
  BREAKS.reduce((text, place) => text.replace(place, INVISIBLE), line)
    .replace(/[\\`*_~|$[\](){}!^]/g, '\\$&')
    .replace(/[&<>]/g, (mark) => ENTITIES[mark] as string)
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d{1,9})\./, '$1\\.');

/** The text cut so that `render` of it, with an ellipsis where it was cut, has at most `limit` UTF-16 units. */
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
