import { createHash } from 'node:crypto';

export const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** Returns the id for these parts, always the same: `prefix-` and 20 hex digits. */
export const contentId = (prefix: string, ...parts: readonly string[]): string =>
  `${prefix}-${sha256(JSON.stringify(parts)).slice(0, 20)}`;

/** The same hash as `sha256`, computed off the event loop for large contents. */
export const sha256Async = async (content: Uint8Array<ArrayBuffer>): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', content)).toString('hex');
