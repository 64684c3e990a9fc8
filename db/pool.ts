import type { Pool, PoolClient } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Batch, type BoundStatement } from './batch.js';

/** TypeORM's own pool. A named statement on it costs two thirds of one on `dataSource.query` (docs/decisions). */
export const poolOf = (dataSource: DataSource): Pool =>
  (dataSource.driver as PostgresDriver).master as Pool;

/** The overload of `query` with a batch and a callback, which its types omit. */
interface Runner {
  query(batch: Batch, values: undefined, done: NonNullable<Batch['callback']>): unknown;
}

/**
 * Runs named statements in one round trip, on the transaction's connection or, outside a transaction, on one from
 * the pool. Returns the rows of each.
 */
export async function run(
  dataSource: DataSource,
  manager: EntityManager | undefined,
  statements: readonly BoundStatement[],
): Promise<unknown[][]> {
  const runner = manager?.queryRunner
    ? ((await manager.queryRunner.connect()) as PoolClient)
    : poolOf(dataSource);
  const batch = new Batch(statements);
  const names = statements.map(({ statement }) => statement.name);
  try {
    return await observed(
      names,
      () =>
        new Promise((resolve, reject) => {
          (runner as unknown as Runner).query(batch, undefined, (error, rows) =>
            error ? reject(error) : resolve(rows ?? []),
          );
        }),
    );
  } catch (error) {
    // the error was created in the socket; its stack should lead to the caller
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** Called when a statement starts; the returned function is called when it has ended. */
type StatementObserver = (name: string) => (failed: boolean) => void;

const observers = new Set<StatementObserver>();

/** Adds an observer, for metrics and traces. Returns a function that removes it. */
export function observeStatements(observer: StatementObserver): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

/** Runs a batch of statements and notifies the observers; without observers it costs nothing. */
async function observed<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
  if (observers.size === 0) return work();
  const ends = [...observers].flatMap((observer) => names.map(observer));
  let failed = true;
  try {
    const result = await work();
    failed = false;
    return result;
  } finally {
    for (const end of ends) end(failed);
  }
}
