import { afterAll, expect, it } from 'vitest';
import { migrations } from '../../db/data-source.js';
import { migrate } from '../../db/migrate.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();
afterAll(async () => void (await migrate(database.dataSource)));

interface Column {
  table: string;
  name: string;
  type: string;
  /** True if older code, which does not know this column, can still store a row. */
  optional: boolean;
}

const columns = (): Promise<Column[]> =>
  database.dataSource.query(
    `select relname as table, attname as name, format_type(atttypid, atttypmod) as type,
            (not attnotnull or atthasdef or attidentity <> '') as optional
       from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migrations'
        and attnum > 0 and not attisdropped`,
  );

const id = ({ table, name }: Column): string => `${table}.${name}`;

it('no migration takes away or narrows what the version before it reads and writes', {
  timeout: 120_000,
}, async () => {
  const broken: string[] = [];
  let after = await columns();
  for (const { name: migration } of migrations.toReversed()) {
    await database.dataSource.undoLastMigration();
    const before = await columns();
    const kept = new Map(after.map((column) => [id(column), column]));
    const known = new Set(before.map(id));
    const tables = new Set(before.map(({ table }) => table));
    for (const old of before) {
      const now = kept.get(id(old));
      if (now?.type !== old.type || (old.optional && !now.optional)) {
        broken.push(`${migration} changes ${id(old)}`);
      }
    }
    for (const added of after) {
      const demanded = tables.has(added.table) && !known.has(id(added)) && !added.optional;
      if (demanded) broken.push(`${migration} demands ${id(added)}`);
    }
    after = before;
  }
  expect(after).toEqual([]);
  expect(broken).toEqual([]);
});
