import type { Pool, PoolClient } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { Batch, type BoundStatement } from './batch.js';
import { observed } from './observe-statements.js';

/** TypeORM's own pool: a named statement on it costs two thirds of `dataSource.query` (docs/decisions). */
export const poolOf = (dataSource: DataSource): Pool =>
  (dataSource.driver as PostgresDriver).master as Pool;

/** What `pg` takes beside what its types tell: a batch, and the callback of its end. */
interface Runner {
  query(batch: Batch, values: undefined, done: NonNullable<Batch['callback']>): unknown;
}

/**
 * Runs named statements in one go, on the transaction's connection, or on one of the pool outside one. Gives
 * the rows of each.
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
    // it came from the socket: its stack has to lead to who asked
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
