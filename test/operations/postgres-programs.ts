import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = '/usr/lib/postgresql';

/** Debian's folder of the newest Postgres programs on this machine; undefined if there are none. */
export const programs: string | undefined = (existsSync(ROOT) ? readdirSync(ROOT) : [])
  .sort((a, b) => Number(b) - Number(a))
  .map((version) => join(ROOT, version, 'bin'))
  .find((bin) => existsSync(join(bin, 'pg_dump')) && existsSync(join(bin, 'initdb')));

const isRoot = process.getuid?.() === 0;

/** Runs one of them. The server's own refuse to run as root: as the user that Debian made for them. */
export async function postgres(program: string, ...args: string[]): Promise<void> {
  const file = join(programs as string, program);
  if (isRoot) await run('runuser', ['-u', 'postgres', '--', file, ...args]);
  else await run(file, args);
}

/** Gives a folder to the user that the server's programs run as. */
export async function giveToPostgres(folder: string): Promise<void> {
  if (isRoot) await run('chown', ['postgres', folder]);
}
