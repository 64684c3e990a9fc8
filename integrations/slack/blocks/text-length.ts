/** Maximum characters of text in the blocks of a message: Slack refused one with 11,341 (`msg_blocks_too_long`). */
export const LONGEST_MESSAGE = 11_000;

/** Number of characters of text in blocks. */
export function textLength(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + textLength(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, item]) =>
      sum + (key === 'text' && typeof item === 'string' ? item.length : textLength(item)),
    0,
  );
}
