import fs from 'node:fs';
import path from 'node:path';
import { DatabaseUnavailable } from '../why-unavailable.js';

const MB = 1024 * 1024;
/** Recovery at startup writes new log segments of 16 MB; with room for fewer than two it may fail. */
const NEEDED_BYTES = 32 * MB;
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/**
 * Returns the message for the operator if a start failed because the disk is full; undefined if the disk is not the
 * cause. PGlite does not always report why it gave up, so the free space is checked.
 */
export function diskFull(dataDir: string, error: unknown): DatabaseUnavailable | undefined {
  const free = freeBytes(dataDir);
  const { code = '' } = error as { code?: string };
  if (!FULL.has(code) && (free === undefined || free >= NEEDED_BYTES)) return undefined;
  const left = free === undefined ? '' : ` (${(free / MB).toFixed(1)} MB free)`;
  return new DatabaseUnavailable(
    `The disk of the data directory ${dataDir} is full${left}. Nothing is lost or damaged. Make at least ${NEEDED_BYTES / MB} MB of room there and start again.`,
    { cause: error },
  );
}

/** Bytes available to this user on the disk that holds `file`, which need not exist yet. */
export function freeBytes(file: string): number | undefined {
  for (let at = path.resolve(file); ; at = path.dirname(at)) {
    try {
      const { bavail, bsize } = fs.statfsSync(at);
      return bavail * bsize;
    } catch {
      if (at === path.dirname(at)) return undefined;
    }
  }
}
