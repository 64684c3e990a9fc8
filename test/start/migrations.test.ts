import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDataSource, migrations } from '../../db/data-source.js';
import { openDatabase } from '../../db/open-database.js';
import { TestProcess } from '../support/process.js';
import { addressOf, useFolder, useService } from './support.js';

const folder = useFolder();
const start = useService(folder);
const names = migrations.map(({ name }) => name);

it('npm start logs each migration that it applies to a database, and none for a new one', {
  timeout: 300_000,
}, async () => {
  const logged = async () => {
    const service = start({ DATA_DIR: join(folder, 'data'), DEMO: 'off' });
    await addressOf(service);
    await service.end('SIGTERM');
    const lines = service.stderr.trim().split('\n');
    return lines.map((line) => JSON.parse(line)).filter(({ migration }) => migration);
  };
  expect(await logged()).toEqual([]);
  const database = await openDatabase({ dataDir: join(folder, 'data'), role: 'command' });
  const dataSource = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
  await dataSource.undoLastMigration();
  await dataSource.destroy();
  await database.stop();
  expect((await logged()).map(({ migration }) => migration)).toEqual(names.slice(-1));
  expect(await logged()).toEqual([]);
});

it('migrate writes a line for each migration that it applies, and none when there is none', {
  timeout: 300_000,
}, async () => {
  const migrate = async () => {
    const env = { DATA_DIR: join(folder, 'other') };
    const command = new TestProcess('src/cli/main.ts', ['migrate'], env, folder);
    await command.ended;
    return { out: command.stdout, err: command.stderr };
  };
  const out = 'The database is up to date.\n';
  const lines = names.map((name) => `Applied migration ${name}.\n`);
  expect(await migrate()).toEqual({ out, err: lines.join('') });
  expect(await migrate()).toEqual({ out, err: '' });
});
