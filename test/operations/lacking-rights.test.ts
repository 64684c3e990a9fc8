import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { addressOf, refusal, useFolder, useService } from '../start/support.js';
import { useDatabase } from '../support/database.js';
import { TestProcess } from '../support/process.js';

const database = useDatabase();
const folder = useFolder();
const start = useService(folder);
/** The embedded database has one session and asks nobody who they are. */
const native = process.env.TEST_DATABASE_URL !== undefined;

async function cli(url: string, ...args: string[]) {
  const child = new TestProcess('src/cli/main.ts', args, { DATABASE_URL: url }, folder);
  const { code } = await child.ended;
  return { code, out: child.stdout, err: child.stderr };
}

function readOnly(): string {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  return url.href;
}

it.skipIf(!native)(
  'a command refuses in one line what its database user may not do (needs a Postgres server)',
  async () => {
    const role = `belief_app_${process.pid}`;
    const sql = await readFile('deploy/app-role.sql', 'utf8');
    const named = sql.replaceAll('belief_app', role).replaceAll(':password', "'secret'");
    await database.dataSource.query(named);
    onTestFinished(async () => {
      await database.dataSource.query(`drop owned by ${role} cascade; drop role ${role}`);
    });
    const teamId = await database.createTeam();
    const talk = join(folder, 'talk.txt');
    await writeFile(talk, 'Dan: What is hard?\nLen: The search is too slow for me.\n');
    await cli(database.url, 'ingest', talk, '--team', teamId, '--study', 'S');
    const { out } = await cli(database.url, 'export', '--team', teamId);
    const [, participantId] = /"participantId":"([^"]+)"/.exec(out)!;

    const url = new URL(database.url);
    url.username = role;
    url.password = 'secret';
    expect(await cli(url.href, 'participant', 'erase', participantId!, '--team', teamId)).toEqual({
      code: 1,
      out: '',
      err: 'The database user of DATABASE_URL may not do this (permission denied for table history). Run it as the owner of the tables.\n',
    });
  },
);

it.skipIf(!native)(
  'on a database that only reads, commands say so in one line, and doctor and /readyz tell (needs a Postgres server)',
  async () => {
    const url = readOnly();
    const teamId = await database.createTeam();
    const talk = join(folder, 'another.txt');
    await writeFile(talk, 'Dan: What is hard?\nLen: The search is too slow for me.\n');
    for (const args of [
      ['team', 'create', '--name', 'Acme'],
      ['ingest', talk, '--team', teamId, '--study', 'S'],
    ]) {
      const { code, err } = await cli(url, ...args);
      expect(code).toBe(1);
      expect(err).toMatch(/^The database is read-only at the moment .*\n$/);
    }
    const examined = await cli(url, 'doctor');
    expect(examined.code).toBe(1);
    expect(examined.out).toMatch(/WRONG {2}database .*and only reads\n.*primary/);

    expect(await refusal(start({ DATABASE_URL: url }, 'worker'))).toEqual({
      code: 1,
      said: 'The database of DATABASE_URL only reads (a replica, or maintenance). Only `web` can run on it; set DATABASE_URL to a server that can write.\n',
    });

    const base = await addressOf(start({ DATABASE_URL: url, DEMO: 'off' }, 'web'));
    const answer = await fetch(`${base}/readyz`);
    expect(answer.status).toBe(200);
    expect((await answer.json()).parts.database.detail).toBe('connected, but it only reads');
  },
);
