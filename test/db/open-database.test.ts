import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../db/open-database.js';
import { TestProcess } from '../support/process.js';

const wait = { timeout: 120_000, interval: 50 };
const root = mkdtempSync(join(tmpdir(), 'belief-open-'));
let processes: TestProcess[] = [];
let copies = 0;

/** A data directory with a migrated database, copied from the first: making one takes seconds. */
function directory(): string {
  copies += 1;
  const dataDir = join(root, String(copies));
  cpSync(join(root, 'first'), dataDir, { recursive: true });
  return dataDir;
}

function open(dataDir: string, role: 'server' | 'command'): TestProcess {
  const opening = new TestProcess('test/db/fixtures/open.ts', [dataDir, role]);
  processes.push(opening);
  return opening;
}

const close = (opened: TestProcess): boolean => opened.child.stdin!.write('\n');

async function teams(said: RegExpExecArray): Promise<number> {
  const client = new pg.Client({ connectionString: said[1]! });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as teams from teams');
  await client.end();
  return rows[0].teams;
}

beforeAll(async () => {
  const database = await openDatabase({ dataDir: join(root, 'first'), role: 'server' });
  await database.stop();
});
afterEach(async () => {
  await Promise.all(processes.map((process) => process.end('SIGKILL')));
  processes = [];
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the data directory', { timeout: 300_000 }, () => {
  it('belongs to one server: a second is refused and told the pid of the first, which keeps running', async () => {
    const dataDir = directory();
    const first = open(dataDir, 'server');
    const at = await first.says(/open (\S+)/);
    const second = open(dataDir, 'server');
    const [, refusal] = await second.says(/refused: (.+)\n/);
    expect(refusal).toContain(`in use by process ${first.child.pid}`);
    expect(refusal).toMatch(/DATA_DIR .*DATABASE_URL/);
    expect(await teams(at)).toBe(0);
  });

  it('is free again after kill -9', async () => {
    const dataDir = directory();
    const first = open(dataDir, 'server');
    await first.says(/open/);
    await first.end('SIGKILL');
    expect(await teams(await open(dataDir, 'server').says(/open (\S+)/))).toBe(0);
  });

  it('left behind by a dead process goes to one of those that want it at once', async () => {
    const dataDir = directory();
    const dead = open(dataDir, 'server');
    await dead.says(/open/);
    await dead.end('SIGKILL');
    const rivals = Array.from({ length: 3 }, () => open(dataDir, 'server'));
    const said = await Promise.all(rivals.map((rival) => rival.says(/^(open|refused)/m)));
    expect(said.map(([word]) => word).toSorted()).toEqual(['open', 'refused', 'refused']);
  });

  it("shows the password to nobody but the directory's owner", async () => {
    const dataDir = directory();
    await open(dataDir, 'server').says(/open/);
    expect(statSync(join(dataDir, 'pg.lock')).mode & 0o077).toBe(0);
  });
});

describe('a command', { timeout: 300_000 }, () => {
  it('joins the running server', async () => {
    const dataDir = directory();
    const [, serverUrl] = await open(dataDir, 'server').says(/open (\S+)/);
    const [, commandUrl] = await open(dataDir, 'command').says(/open (\S+)/);
    expect(commandUrl).toBe(serverUrl);
  });

  it('joins another command, which stays until the other is done', async () => {
    const dataDir = directory();
    const [owner, guest] = [open(dataDir, 'command'), open(dataDir, 'command')];
    const said = await Promise.all([owner.says(/open (\S+)/), guest.says(/open (\S+)/)]);
    expect(said[0][1]).toBe(said[1][1]);
    // which of the two owns the database is a race; both orders must work
    close(owner);
    await vi.waitFor(async () => expect(await teams(said[1])).toBe(0), wait);
    close(guest);
    await Promise.all([owner.says(/closed/), guest.says(/closed/)]);
  });

  it('takes the database over when its owner has gone', async () => {
    const dataDir = directory();
    const owner = open(dataDir, 'command');
    await owner.says(/open/);
    await owner.end('SIGKILL');
    expect(await teams(await open(dataDir, 'command').says(/open (\S+)/))).toBe(0);
  });

  it('is waited for by a server that starts', async () => {
    const dataDir = directory();
    const owner = open(dataDir, 'command');
    await owner.says(/open/);
    const server = open(dataDir, 'server');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(server.stdout).toBe('');
    close(owner);
    await server.says(/open/);
  });
});

describe('a data directory that cannot be used', () => {
  const refusal = (dataDir: string) => openDatabase({ dataDir, role: 'server' });

  it('below a file is one line that names it and says what to do', async () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    await expect(refusal(join(file, 'data'))).rejects.toThrow(
      /^The data directory \S+ cannot be written \(ENOTDIR\)\. .*DATA_DIR.*DATABASE_URL.*$/,
    );
  });

  it('of another version of Postgres is left as it is', async () => {
    const dataDir = join(root, 'old');
    mkdirSync(join(dataDir, 'pg'), { recursive: true });
    writeFileSync(join(dataDir, 'pg', 'PG_VERSION'), '17\n');
    await expect(refusal(dataDir)).rejects.toThrow(/was written by Postgres 17/);
  });

  it('full of other files is left as it is', async () => {
    const dataDir = join(root, 'foreign');
    mkdirSync(join(dataDir, 'pg'), { recursive: true });
    writeFileSync(join(dataDir, 'pg', 'thesis.txt'), 'years of work');
    await expect(refusal(dataDir)).rejects.toThrow(/holds no database/);
    expect(statSync(join(dataDir, 'pg', 'thesis.txt')).size).toBe(13);
  });
});
