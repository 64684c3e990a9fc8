import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { Team } from '../../db/entities/team.js';
import { tieWorkspace } from '../../db/queries/slack-workspaces.js';
import { lockTeam } from '../../db/queries/teams.js';
import { contentsOfTeam, deleteTeam } from '../../src/core/delete-team.js';
import { createKey } from '../../src/core/keys.js';
import { readTeam, teamOfSettings } from '../../src/core/teams.js';
import { enqueue } from '../../src/jobs/index.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { gate, useRunners } from '../jobs/support.js';
import { startApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';

const database = useDatabase();
const run = useRunners(database);

const tablesOfTeams = async (): Promise<string[]> => {
  const rows: { name: string }[] = await database.dataSource.query(
    `select c.table_name as name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'team_id' and t.table_type = 'BASE TABLE' order by 1`,
  );
  return rows.map(({ name }) => name);
};

/** Every row of the team in every table, as text. */
async function rowsOf(teamId: string): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of await tablesOfTeams()) {
    const rows: { row: string }[] = await database.dataSource.query(
      `select to_jsonb(t)::text as row from ${table} t where team_id = $1 order by 1`,
      [teamId],
    );
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}

/** A value for each type of column; in a column of another type the test fails, and wants one more here. */
const VALUES: Record<string, string> = {
  text: "'x' || left(md5(random()::text), 20)",
  integer: '1',
  bigint: '1',
  smallint: '1',
  real: '0.5',
  'double precision': '0.5',
  numeric: '1',
  boolean: 'false',
  'timestamp with time zone': 'now()',
  date: 'now()',
  uuid: 'gen_random_uuid()',
  jsonb: "'{}'",
  bytea: 'sha256(random()::text::bytea)',
  ARRAY: "'{}'",
  tsvector: "''",
};

/** The first value that a check allows in a column, by table and column. */
async function allowedValues(): Promise<Map<string, string>> {
  const checks: { table: string; text: string }[] = await database.dataSource.query(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c'`,
  );
  return new Map(
    checks.flatMap(({ table, text }) => {
      const [, column, value] = /\((\w+) = ANY \(ARRAY\[('[^']+')/.exec(text) ?? [];
      return column && value ? [[`${table}.${column}`, value]] : [];
    }),
  );
}

/** Puts a row of the team into each table that has none, though nothing that it would reference is there. */
async function fill(teamId: string): Promise<void> {
  const allowed = await allowedValues();
  for (const [table, rows] of Object.entries(await rowsOf(teamId))) {
    if (rows.length > 0) continue;
    const columns: { name: string; type: string }[] = await database.dataSource.query(
      `select column_name as name, data_type as type from information_schema.columns
        where table_schema = 'public' and table_name = $1
          and (is_nullable = 'NO' or column_name = 'message_key') -- a push is of a recommendation or a message
          and column_default is null and is_generated = 'NEVER' and is_identity = 'NO' and column_name <> 'team_id'`,
      [table],
    );
    const names = ['team_id', ...columns.map(({ name }) => name)];
    const values = columns.map(({ name, type }) => allowed.get(`${table}.${name}`) ?? VALUES[type]);
    await database.dataSource.transaction(async (manager) => {
      await manager.query('set local session_replication_role = replica');
      await manager.query(
        `insert into ${table} (${names.join()}) values (${[`'${teamId}'`, ...values].join()})`,
      );
    });
  }
}

async function filledTeam(): Promise<string> {
  const teamId = await database.createTeam();
  await importSnapshot(database.context(teamId), () => ndjson(smallTeam()));
  await fill(teamId);
  return teamId;
}

describe.each([
  { place: 'the embedded database', embedded: true },
  { place: 'a server', embedded: false },
])('as on $place:', ({ embedded }) => {
  it('a deleted team leaves no row in any table, and another team keeps every row', async () => {
    const [gone, other] = [await filledTeam(), await filledTeam()];
    const before = await rowsOf(other);
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);

    const contents = await contentsOfTeam(database.system, gone);
    expect(contents).toMatchObject({
      teamId: gone,
      interviews: 3,
      quotes: 4,
      beliefs: 2,
      keys: 1,
    });
    expect(await deleteTeam(database.system, gone, { embedded })).toEqual(contents);

    const left = Object.entries(await rowsOf(gone)).filter(([, rows]) => rows.length > 0);
    expect(left).toEqual([]);
    expect(await rowsOf(other)).toEqual(before);
    await expect(deleteTeam(database.system, gone, { embedded })).rejects.toThrow(
      /no team with the id/,
    );
  });

  it('a key of a deleted team gets 401 at once, though the process has used it before', async () => {
    const api = await startApi(database);
    const { teamId, key } = await api.team(smallTeam());
    expect((await api.get('/v1/signals', key)).status).toBe(200);
    await deleteTeam(database.system, teamId, { embedded });
    await expect
      .poll(async () => (await api.get('/v1/signals', key)).status, { timeout: 10_000 }) // kept for a minute otherwise
      .toBe(401);
    await api.close();
  });
});

it('nothing of a team is deleted if one of its tables refuses', async () => {
  const teamId = await filledTeam();
  const before = await rowsOf(teamId);
  await database.dataSource.query(
    `create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end';
     create trigger refuse before delete on handovers for each row execute function refuse()`,
  );
  await expect(deleteTeam(database.system, teamId, { embedded: false })).rejects.toThrow('refused');
  await database.dataSource.query('drop function refuse cascade');
  expect(await rowsOf(teamId)).toEqual(before);
});

it('a job of the team that is running is neither kept nor tried again, what it writes is refused, and the log says why', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const teamId = await database.createTeam();
  const [entered, deleted] = [gate(), gate()];
  let refused: unknown;
  const handle = vi.fn(async ({ db, now }) => {
    entered.open();
    await deleted.opened;
    await createKey(database.context(db.teamId, { now }), { name: 'late', scope: 'read' }).catch(
      (error: unknown) => {
        refused = error;
        throw error;
      },
    );
  });
  run({ kind: 'of-a-deleted-team', run: handle }, { log });
  await enqueue(database.system.team(teamId), { kind: 'of-a-deleted-team', key: 'k' });
  await entered.opened;
  await deleteTeam(database.system, teamId, { embedded: false });
  deleted.open();
  await expect.poll(() => refused).toMatchObject({ code: '23503' });
  await sleep(200);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'a job ended, because its team was deleted',
  ]);
  expect(handle).toHaveBeenCalledTimes(1);
  expect((await rowsOf(teamId)).jobs).toEqual([]);
});

it('a write that has begun is waited for, and its rows go too', async () => {
  const teamId = await database.createTeam();
  const ctx = database.context(teamId);
  const [begun, released] = [gate(), gate()];
  const writing = ctx.db.transaction(async (db) => {
    await db.row(lockTeam);
    begun.open();
    await released.opened;
    await importSnapshot({ ...ctx, db }, () => ndjson(smallTeam()));
  });
  await begun.opened;
  const deleting = deleteTeam(database.system, teamId, { embedded: false });
  released.open();
  await Promise.all([writing, deleting]);
  expect(Object.values(await rowsOf(teamId)).flat()).toEqual([]);
});

it('takes the token of its Slack workspace along, which another team may then install', async () => {
  const [first, second] = [await database.createTeam(), await database.createTeam()];
  const workspace = {
    workspaceId: 'T-MOVED',
    name: 'Acme',
    botUserId: 'U1',
    botId: null,
    sealedToken: 'sealed',
    installedBy: 'U2',
    installedAt: new Date(),
  };
  const tie = (teamId: string) => database.system.team(teamId).row(tieWorkspace, workspace);
  expect(await tie(first)).toBeDefined();
  expect(await tie(second)).toBeUndefined();
  await deleteTeam(database.system, first, { embedded: false });
  expect(await tie(second)).toBeDefined();
});

it('TEAM_ID that names a deleted team names none, and the reason says so', async () => {
  const teamId = await database.createTeam();
  expect(await teamOfSettings(database.system, teamId)).toMatchObject({ team: { teamId } });
  await deleteTeam(database.system, teamId, { embedded: false });
  expect(await teamOfSettings(database.system, teamId)).toMatchObject({
    whyNone: expect.stringContaining(teamId),
  });
  await expect(readTeam(database.system, teamId)).rejects.toThrow();
  expect(await database.dataSource.getRepository(Team).countBy({ teamId })).toBe(0);
});
