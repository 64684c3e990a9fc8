import { createHash } from 'node:crypto';

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** An id that the same parts always give: `prefix-` and 20 hex digits. */
export const contentId = (prefix: string, ...parts: readonly string[]): string =>
  `${prefix}-${sha256(JSON.stringify(parts)).slice(0, 20)}`;
