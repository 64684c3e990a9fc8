import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createDataSource } from '../../db/data-source.js';
import { migrate } from '../../db/migrate.js';
import { createKey } from '../../src/core/keys.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { addressOf, useFolder, useService } from '../start/support.js';
import { adminQuery, databaseUrl } from '../support/admin.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';

const database = useDatabase();
const start = useService(useFolder());
/** Roles belong to a whole server, and the embedded one asks nobody who they are. */
const native = process.env.TEST_DATABASE_URL !== undefined;

const newRole = (): string => `belief_app_${randomUUID().replaceAll('-', '')}`;

const sqlFor = async (role: string): Promise<string> =>
  (await readFile('deploy/app-role.sql', 'utf8'))
    .replaceAll('belief_app', role)
    .replaceAll(':password', "'secret'");

const as = (url: string, role: string): string => {
  const other = new URL(url);
  other.username = role;
  other.password = 'secret';
  return other.href;
};

it.skipIf(!native).each(['a superuser', 'the owner of the tables'])(
  'run by %s and run again, the role also reads what the owner creates later (needs a Postgres server)',
  async (who) => {
    const [owner, role, name] = [newRole(), newRole(), newRole()];
    await adminQuery(database.url, `create role ${owner} login createrole password 'secret'`);
    await adminQuery(database.url, `create database ${name} owner ${owner}`);
    onTestFinished(async () => {
      await adminQuery(database.url, `drop database ${name} with (force)`);
      await adminQuery(database.url, `drop role if exists ${role}`);
      await adminQuery(database.url, `drop role ${owner}`);
    });
    const superuser = databaseUrl(database.url, name);
    const dataSource = await createDataSource({ url: as(superuser, owner) }).initialize();
    await migrate(dataSource).finally(() => dataSource.destroy());

    const runner = who === 'a superuser' ? superuser : as(superuser, owner);
    await adminQuery(runner, await sqlFor(role));
    await adminQuery(runner, await sqlFor(role));
    await adminQuery(as(superuser, owner), 'create table later (id text)');
    await adminQuery(as(superuser, role), "insert into later values ('1')");
    await adminQuery(as(superuser, role), 'select * from later');
  },
);

it.skipIf(!native)(
  'the service works as a role that may touch rows alone, and that role can change no table and no history (needs a Postgres server)',
  { timeout: 120_000 },
  async () => {
    const role = newRole();
    await database.dataSource.query(await sqlFor(role));
    onTestFinished(async () => {
      await database.dataSource.query(`drop owned by ${role} cascade; drop role ${role}`);
    });
    const teamId = await database.createTeam();
    const ctx = database.context(teamId);
    await importSnapshot(ctx, () => ndjson(smallTeam()));
    const { key } = await createKey(ctx, { name: 'k', scope: 'write' });

    const url = as(database.url, role);
    const service = start({ DATABASE_URL: url, DEMO: 'off' });
    const base = await addressOf(service);
    const call = (path: string, body?: object) =>
      fetch(`${base}/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const { data } = await (await call('recommendations')).json();
    const path = `recommendations/${data[0].recommendationId}`;
    expect((await call(`${path}/reopen`, {})).status).toBeLessThan(500);
    expect((await call(`${path}/decision`, { decision: 'accepted' })).status).toBeLessThan(500);
    expect((await call('ask', { question: 'What stops people?' })).status).toBe(200);

    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    for (const refused of [
      'drop table evidence',
      'alter table evidence add column more text',
      "update history set note = 'it never happened'",
      'delete from migrations',
      'create table mine (id text)',
    ]) {
      await expect(client.query(refused), refused).rejects.toThrow(
        /permission denied|must be owner/,
      );
    }
  },
);
