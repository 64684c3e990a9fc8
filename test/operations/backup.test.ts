import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createDataSource } from '../../db/data-source.js';
import { SystemDatabase } from '../../db/system-database.js';
import { decide } from '../../src/beliefs/recommendations/decide.js';
import { createKey } from '../../src/core/keys.js';
import { exportSnapshot } from '../../src/operations/snapshot/export-snapshot.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { useFolder } from '../start/support.js';
import { adminQuery, databaseUrl } from '../support/admin.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';
import { programs } from './postgres-programs.js';

const database = useDatabase();
const folder = useFolder();
const run = promisify(execFile);

const possible = process.env.TEST_DATABASE_URL !== undefined && programs !== undefined;

it.skipIf(!possible)(
  'a dump by pg_dump restores everything, history and keys too (needs a Postgres server and its client programs)',
  { timeout: 60_000 },
  async () => {
    const teamId = await database.createTeam();
    const ctx = database.context(teamId);
    await importSnapshot(ctx, () => ndjson(smallTeam()));
    await createKey(ctx, { name: 'kept', scope: 'read' });
    await decide(ctx, 'r1', { decision: 'accepted', note: 'kept too' });

    const copy = `belief_restored_${randomUUID().replaceAll('-', '')}`;
    const adminUrl = process.env.TEST_DATABASE_URL as string;
    await adminQuery(adminUrl, `create database ${copy}`);
    onTestFinished(() => adminQuery(adminUrl, `drop database if exists ${copy} with (force)`));
    const file = join(folder, `${copy}.dump`);
    await run(join(programs as string, 'pg_dump'), [
      '--format=custom',
      `--file=${file}`,
      database.url,
    ]);
    await run(join(programs as string, 'pg_restore'), [
      `--dbname=${databaseUrl(adminUrl, copy)}`,
      file,
    ]);

    const restored = await createDataSource({ url: databaseUrl(adminUrl, copy) }).initialize();
    onTestFinished(() => restored.destroy());
    const there = { ...ctx, db: new SystemDatabase(restored).team(teamId) };
    const text = async (from: typeof ctx): Promise<string> => {
      const lines: string[] = [];
      await exportSnapshot(from, async (line) => {
        lines.push(line);
      });
      return lines.join('\n');
    };
    expect(await text(there)).toBe(await text(ctx));
    for (const table of ['history', 'api_keys']) {
      const rows = `select * from ${table} where team_id = $1 order by 1, 2`;
      const kept = await database.dataSource.query(rows, [teamId]);
      expect(kept.length).toBeGreaterThan(0);
      expect(await restored.query(rows, [teamId])).toEqual(kept);
    }
  },
);
