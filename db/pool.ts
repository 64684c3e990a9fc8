import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Statement } from './statement.js';

/** TypeORM's own pool: a named statement on it costs two thirds of `dataSource.query` (docs/decisions). */
export const poolOf = (dataSource: DataSource): Pool =>
  (dataSource.driver as PostgresDriver).master as Pool;

/** Runs a named statement on the transaction's connection, or on the pool outside one. */
export async function run<Row>(
  dataSource: DataSource,
  manager: EntityManager | undefined,
  statement: Statement<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  const client: Pool | PoolClient = manager?.queryRunner
    ? ((await manager.queryRunner.connect()) as PoolClient)
    : poolOf(dataSource);
  const result = await client.query<QueryResultRow>({
    name: statement.name,
    text: statement.sql,
    values: [...values],
  });
  return result.rows as Row[];
}
