import type { DataSource } from 'typeorm';
import { whyUnavailable } from './why-unavailable.js';

/** A refused statement costs its connection: it is not tried again by every request. */
const ASK_AGAIN_MS = 5_000;
const refusedAt = new WeakMap<DataSource, number>();

/**
 * What `write` gives, or undefined where the database reads and stores nothing at the moment (a full disk, a
 * replica): what a read keeps beside its answer must not cost the answer.
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
