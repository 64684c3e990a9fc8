const NAME_LIMIT = 160;

/** Cut to `limit` UTF-16 units at most, never within a character. */
export const cut = (text: string, limit: number): string =>
  text.length <= limit
    ? text
    : `${text
        .slice(0, limit - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`;

/** A label or name in quotation marks. */
export const named = (label: string): string => `“${cut(label, NAME_LIMIT)}”`;

/** `1 person`, `3 people`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

export const people = (count: number): string => counted(count, 'person', 'people');

/** `a`, `a and b`, `a, b and c`. */
export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
