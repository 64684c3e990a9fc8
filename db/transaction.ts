import type { DataSource, EntityManager } from 'typeorm';
import { endedByServer, lostBetweenStatements } from './why-unavailable.js';

const RETRYABLE = new Set(['40001', '40P01']); // serialization failure, deadlock
const ATTEMPTS = 3;

/** True if Postgres aborted the transaction because of other transactions, so a retry may succeed. */
export const isRetryable = (error: unknown): boolean =>
  RETRYABLE.has((error as { code?: string }).code ?? '');

/**
 * Runs `work` in one transaction. Runs it again if Postgres aborts it (deadlock, serialization failure), closed its
 * connection between two statements (for example because the process was paused), or closes it before the commit is
 * sent. After that, no one knows whether it is committed, so it is not run again. `work` must therefore have no
 * effect outside the database.
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let commits = false;
    try {
      return await dataSource.transaction(async (manager) => {
        const result = await work(manager);
        commits = true;
        return result;
      });
    } catch (error) {
      const again =
        isRetryable(error) || lostBetweenStatements(error) || (!commits && endedByServer(error));
      if (attempt >= ATTEMPTS || !again) throw error;
    }
  }
}
