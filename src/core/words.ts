const NAME_LIMIT = 160;

/** Replacement for an erased participant's words. */
export const ERASED = '[erased]';

/**
 * At most `limit` UTF-16 units, ending in an ellipsis if something is left out; never half a
 * character.
 */
export const cut = (text: string, limit: number): string =>
  text.length <= limit
    ? text
    : `${text
        .slice(0, limit - 1)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}…`;

/** A label or name in quotation marks. */
export const named = (label: string): string => `“${cut(label, NAME_LIMIT)}”`;

/** `1 quote`, `3 quotes`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** `1 person`, `3 people`. */
export const people = (count: number): string => counted(count, 'person', 'people');

/** `a`, `a and b`, `a, b and c`; or with `or`. */
export const listed = (parts: readonly string[], last: 'and' | 'or' = 'and'): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;

/** The day of an instant in UTC, as `2026-03-31`. */
export const day = (at: Date): string => at.toISOString().slice(0, 10);
