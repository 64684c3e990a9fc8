/** Words that Slack's markup would make bold, slanted, struck, code, an emoji, a link, a channel and a shout. */
export const MARKED =
  '*loud* _slanted_ ~struck~ `coded` :fire: https://evil.example #general @here <!channel>';
/** Nothing means anything in an address. */
const ADDRESS = /<https?:\/\/[^<>|]*\|/g;
const MARKS = ['*loud*', '_slanted_', '~struck~', '`coded`', ':fire:'];

/** A mention of who acted, a date, or a link to a work item: what is ours in angle brackets. */
const OURS = /<(?:@[UW][A-Z0-9]+|!date\^\d+\^[^<>]*|https?:\/\/[^<>|]*\|[^<>|]*)>/g;

interface Markup {
  text: string;
  verbatim?: boolean;
}

function markupOf(value: unknown): Markup[] {
  if (Array.isArray(value)) return value.flatMap(markupOf);
  if (typeof value !== 'object' || value === null) return [];
  const mine = (value as { type?: unknown }).type === 'mrkdwn' ? [value as Markup] : [];
  return [...mine, ...Object.values(value).flatMap(markupOf)];
}

/** Every text of a rendering in which foreign words mention, link, format or draw something. */
export const foreignMarkup = (rendered: unknown): string[] =>
  markupOf(rendered)
    .filter(
      ({ text, verbatim }) =>
        verbatim !== true ||
        text.replaceAll(OURS, '').includes('<') ||
        MARKS.some((mark) => text.replaceAll(ADDRESS, '<').includes(mark)),
    )
    .map(({ text }) => text);
