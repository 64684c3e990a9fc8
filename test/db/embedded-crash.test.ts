import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '../../db/embedded/embedded.js';
import { TestProcess } from '../support/process.js';

const root = mkdtempSync(join(tmpdir(), 'belief-crash-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function query(dir: string, sql: string): Promise<Record<string, number>[]> {
  const embedded = await startEmbedded(dir, { fsync: false });
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  await embedded.stop();
  return rows;
}

describe('after kill -9', { timeout: 300_000 }, () => {
  it('in the middle of writes, every acknowledged commit is there and none is half there', async () => {
    const dir = join(root, 'writes');
    for (const rows of [60, 130]) {
      const writer = new TestProcess('test/db/fixtures/write.ts', [dir]);
      await writer.says(new RegExp(`(?:\\d+\\n){${rows}}`));
      await writer.end('SIGKILL');
      const acknowledged = writer.stdout.split('\n').slice(0, -1).map(Number);

      const stored = await query(dir, 'select n::int from written order by n');
      expect(stored.map((row) => row.n)).toEqual(expect.arrayContaining(acknowledged));
      const [check] = await query(
        dir,
        `select (select count(*)::int from written full join doubled on doubled.n = written.n * 2
                  where written.n is null or doubled.n is null) as halves,
                (select count(*)::int from written where word > '') as indexed,
                (select count(*)::int from written) as counted`,
      );
      expect(check!.halves).toBe(0);
      expect(check!.indexed).toBe(check!.counted);
    }
  });

  it('in the middle of the very first start, the next start makes the database', async () => {
    let dir = '';
    do {
      dir = join(root, randomUUID());
      const starting = new TestProcess('test/db/fixtures/write.ts', [dir]);
      while (!existsSync(join(`${dir}.init`, 'base')) && !existsSync(dir)) {
        expect(starting.child.exitCode).toBeNull();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await starting.end('SIGKILL');
    } while (existsSync(dir)); // this one was ready before we came
    expect(await query(dir, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
