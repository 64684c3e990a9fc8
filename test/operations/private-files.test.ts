import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { readHolder } from '../../db/embedded/directory-lock.js';
import { addressOf, useFolder, useService } from '../start/support.js';

const folder = useFolder();
const start = useService(folder);
const dataDir = join(folder, 'data');

const everything = (file: string): string[] =>
  lstatSync(file).isDirectory()
    ? [file, ...readdirSync(file).flatMap((name) => everything(join(file, name)))]
    : [file];
const open = (): string[] =>
  everything(dataDir).filter((file) => (lstatSync(file).mode & 0o077) !== 0);

/** Has the running database make a table and new segments of its log. */
async function write(): Promise<void> {
  const client = new pg.Client(readHolder(join(dataDir, 'pg'))?.url);
  await client.connect();
  await client.query('create table if not exists later (said text)');
  await client.query(
    `insert into later select repeat(md5(n::text), 20) from generate_series(1, 40000) n`,
  );
  await client.query('checkpoint');
  await client.end();
}

it('no file of the data directory is another user’s to read: neither one made later nor one that an earlier version left open', {
  timeout: 240_000,
}, async () => {
  const service = start({ DATA_DIR: dataDir });
  await addressOf(service);
  await write();
  expect(existsSync(join(dataDir, 'demo-key'))).toBe(true);
  expect(readdirSync(join(dataDir, 'pg', 'pg_wal')).length).toBeGreaterThan(2);
  expect(open()).toEqual([]);
  await service.end('SIGTERM');

  const files = everything(dataDir);
  for (const file of files) chmodSync(file, lstatSync(file).isDirectory() ? 0o755 : 0o666);
  const again = start({ DATA_DIR: dataDir });
  await addressOf(again);
  expect(open()).toEqual([]);
  const told = again.stderr.split('\n').filter((line) => line.includes('other users could reach'));
  expect(told).toHaveLength(1);
  await again.end('SIGTERM');

  const third = start({ DATA_DIR: dataDir });
  await addressOf(third);
  expect(third.stderr).not.toContain('other users could reach');
});

it('a folder that holds files of others is theirs to open; the database in it is not', {
  timeout: 240_000,
}, async () => {
  const shared = join(folder, 'shared');
  const service = start({ DATA_DIR: shared, DEMO: 'off' });
  await addressOf(service);
  await service.end('SIGTERM');
  writeFileSync(join(shared, 'notes.txt'), 'not ours');
  for (const file of everything(shared)) chmodSync(file, 0o755);
  await addressOf(start({ DATA_DIR: shared, DEMO: 'off' }));
  const mode = (name: string) => lstatSync(join(shared, name)).mode & 0o777;
  expect([mode('.'), mode('notes.txt'), mode('pg')]).toEqual([0o755, 0o755, 0o700]);
});

it('the unit for systemd closes what it makes, too', () => {
  const unit = readFileSync(new URL('../../deploy/belief-layer.service', import.meta.url), 'utf8');
  expect(unit).toMatch(/^UMask=0077$/m);
  expect(unit).toMatch(/^StateDirectoryMode=0700$/m);
});
