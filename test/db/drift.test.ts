import type { EntityMetadata } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { entities } from '../../db/data-source.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();

/** Postgres' own names for what the entities call by shorter ones. */
const TYPES: Record<string, string> = { timestamptz: 'timestamp with time zone' };

interface Shape {
  columns: string[];
  key: string[];
}

function mapped(entity: EntityMetadata): Shape {
  const columns = entity.columns.map((column) => {
    const name = database.dataSource.driver.normalizeType(column);
    const type = (TYPES[name] ?? name).replace(
      /^timestamp/,
      column.precision == null ? 'timestamp' : `timestamp(${column.precision})`,
    );
    const nullable = column.isNullable ? 'null' : 'not null';
    return `${column.databaseName} ${type}${column.isArray ? '[]' : ''} ${nullable}`;
  });
  return {
    columns: columns.toSorted(),
    key: entity.primaryColumns.map((column) => column.databaseName),
  };
}

async function migrated(table: string): Promise<Shape> {
  const columns: { line: string }[] = await database.dataSource.query(
    `select attname || ' ' || format_type(atttypid, atttypmod)
            || case when attnotnull then ' not null' else ' null' end as line
       from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [table],
  );
  const key: { name: string }[] = await database.dataSource.query(
    `select attname as name
       from pg_constraint, unnest(conkey) with ordinality as part (attnum, place)
       join pg_attribute using (attnum)
      where conrelid = to_regclass($1) and attrelid = conrelid and contype = 'p' order by place`,
    [table],
  );
  return {
    columns: columns.map(({ line }) => line).toSorted(),
    key: key.map(({ name }) => name),
  };
}

describe('the entity', () => {
  it.each(entities.map((entity) => [entity.name, entity] as const))(
    '%s has the columns, types, nullability and key that the migrations made',
    async (_name, entity) => {
      const metadata = database.dataSource.getMetadata(entity);
      expect(mapped(metadata)).toEqual(await migrated(metadata.tableName));
    },
  );
});

it('the key of every table of a team starts with the team', async () => {
  const tables: { name: string; first: string }[] = await database.dataSource.query(
    `select relname as name, attname as first
       from pg_constraint join pg_class on pg_class.oid = conrelid
       join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'p' and relnamespace = 'public'::regnamespace`,
  );
  const others = tables.filter(({ first }) => first !== 'team_id').map(({ name }) => name);
  // TypeORM's list of migrations, and the clock that all teams share
  expect(others.toSorted()).toEqual(['job_runs', 'migrations']);
});
