import type { DataSource } from 'typeorm';
import { whyUnavailable } from './why-unavailable.js';

/** A refused statement costs its connection, so not every request retries it. */
const ASK_AGAIN_MS = 5_000;
const refusedAt = new WeakMap<DataSource, number>();

/**
 * Returns the result of `write`, or undefined if the database is read-only at the moment (a full disk, a
 * replica): a read must not fail because its bookkeeping cannot be stored.
 */
export async function ifWritable<T>(
  dataSource: DataSource,
  write: () => Promise<T>,
): Promise<T | undefined> {
  if (Date.now() - (refusedAt.get(dataSource) ?? 0) < ASK_AGAIN_MS) return undefined;
  try {
    return await write();
  } catch (error) {
    const why = whyUnavailable(error);
    if (why !== 'disk_full' && why !== 'read_only') throw error;
    refusedAt.set(dataSource, Date.now());
    return undefined;
  }
}
