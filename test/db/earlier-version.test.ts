import { expect, it } from 'vitest';
import { migrate } from '../../db/migrate.js';
import { useDatabase } from '../support/database.js';

const database = useDatabase();

it('a database of a version before the first release is refused with the way to carry it over', async () => {
  await database.dataSource.query(`update migrations set name = name || '-of-then'`);
  await expect(migrate(database.dataSource)).rejects.toThrow(/export --team TEAMID/);
  await database.dataSource.query(`update migrations set name = replace(name, '-of-then', '')`);
  expect(await migrate(database.dataSource)).toEqual([]);
});
