import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.js';
import { giveToPostgres, postgres } from './postgres-programs.js';

/** Makes a server of the test's own in `folder` and starts it; the test's end stops it. Gives its URL. */
export async function scratchPostgres(folder: string, ...settings: string[]): Promise<string> {
  const data = join(folder, 'data');
  await giveToPostgres(folder);
  await postgres(
    'initdb',
    `--pgdata=${data}`,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  );
  return startPostgres(folder, ...settings);
}

/** Starts the server whose files are in `folder`, on a free port. Gives its URL. */
async function startPostgres(folder: string, ...settings: string[]): Promise<string> {
  const port = await freePort();
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    ...settings,
  ];
  const data = `--pgdata=${join(folder, 'data')}`;
  const log = `--log=${join(folder, 'log')}`;
  const server = `--options=${options.map((option) => `-c ${option}`).join(' ')}`;
  await postgres('pg_ctl', 'start', '--wait', data, log, server);
  onTestFinished(() => postgres('pg_ctl', 'stop', '--mode=immediate', data));
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

/** Crashes the server and starts it again on the same port and files. */
export const crashAndRestart = (folder: string): Promise<void> =>
  postgres(
    'pg_ctl',
    'restart',
    '--wait',
    '--mode=immediate',
    `--pgdata=${join(folder, 'data')}`,
    `--log=${join(folder, 'log')}`,
  );

/** Copies the server at `primary` into `folder` and starts the copy, which follows it. Gives its URL. */
export async function replicaOf(primary: string, folder: string): Promise<string> {
  await giveToPostgres(folder);
  const data = `--pgdata=${join(folder, 'data')}`;
  await postgres(
    'pg_basebackup',
    `--dbname=${primary}`,
    data,
    '--write-recovery-conf',
    '--checkpoint=fast',
  );
  return startPostgres(folder);
}
