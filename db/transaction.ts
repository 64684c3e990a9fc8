import type { DataSource, EntityManager } from 'typeorm';
import { lostBetweenStatements } from './why-unavailable.js';

const RETRYABLE = new Set(['40001', '40P01']); // serialization failure, deadlock
const ATTEMPTS = 3;

/**
 * Runs `work` in one transaction, and again if Postgres aborts it because of a deadlock or serialization failure,
 * or ended its connection between two statements (a process that was stopped, and goes on, in a transaction).
 * `work` must therefore have no effect outside the database.
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await dataSource.transaction(work);
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      const again = RETRYABLE.has(code) || lostBetweenStatements(error);
      if (attempt >= ATTEMPTS || !again) throw error;
    }
  }
}
