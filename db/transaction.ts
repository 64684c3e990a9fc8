import type { DataSource, EntityManager } from 'typeorm';

const RETRYABLE = new Set(['40001', '40P01']); // serialization failure, deadlock
const ATTEMPTS = 3;

/**
 * Runs `work` in one transaction, and again if Postgres aborts it because of a deadlock or serialization failure.
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
      if (attempt >= ATTEMPTS || !RETRYABLE.has(code)) throw error;
    }
  }
}
