import { migrate as runMigrations } from '../../../db/migrate.js';
import { command } from '../command.js';

export const migrate = command({
  name: 'migrate',
  summary: 'bring the database up to this version',
  unmigrated: true,
  run: async ({ system }) => ({ migrations: await runMigrations(system.dataSource) }),
  show: ({ migrations }) =>
    migrations.length ? `Ran ${migrations.join(', ')}.` : 'The database is up to date.',
});
