import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, inject } from 'vitest';
import { createDataSource } from '../../db/data-source.js';
import { startEmbedded } from '../../db/embedded/embedded.js';
import { Team } from '../../db/entities/team.js';
import { SystemDatabase } from '../../db/system-database.js';
import type { Actor, Context } from '../../src/core/context.js';
import { subscribe } from '../../src/core/events.js';
import { createLog } from '../../src/core/log.js';
import { eventHandlers } from '../../src/server/event-handlers.js';
import { ADDRESS_RULES } from './address-rules.js';
import { adminQuery, databaseUrl } from './admin.js';

export interface TestDatabase {
  url: string;
  dataSource: DataSource;
  system: SystemDatabase;
  /** A new, empty team; each test takes its own. */
  createTeam(name?: string): Promise<string>;
  context(teamId: string, overrides?: Partial<Context>): Context;
}

const operator: Actor = { type: 'operator', id: 'test', name: 'Test' };

/** Makes a migrated database of its own for this process; global-setup.ts removes it. */
async function clone(): Promise<string> {
  const template = inject('template');
  if ('native' in template) {
    const { adminUrl, name } = template.native;
    const copy = `${name}_${process.pid}`;
    await adminQuery(adminUrl, `create database ${copy} template ${name}`);
    return databaseUrl(adminUrl, copy);
  }
  const root = mkdtempSync(join(template.embedded.root, 'copy-'));
  cpSync(template.embedded.dir, join(root, 'pg'), { recursive: true });
  return (await startEmbedded(join(root, 'pg'), { fsync: false })).url;
}

interface Shared {
  url: string;
  /** The tables that a migrated database has no rows in. */
  tables: string[];
}

async function open(): Promise<Shared> {
  const url = await clone();
  const dataSource = await createDataSource({ url, poolSize: 1 }).initialize();
  const all: { name: string }[] = await dataSource.query(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const tables: string[] = [];
  for (const { name } of all) {
    const rows = await dataSource.query(`select from ${name} limit 1`);
    if (rows.length === 0) tables.push(name);
  }
  await dataSource.destroy();
  return { url, tables };
}

/** More than this many bytes of deleted rows in a table would make the next tests slow. */
const MOST_DELETED = 1_000_000;

/** Deleting a few rows is much faster than truncating many tables; foreign keys and triggers stay out of it. */
async function empty(dataSource: DataSource, tables: readonly string[]): Promise<void> {
  const [{ large }] = await dataSource.query(
    `select bool_or(pg_relation_size(name::regclass) > ${MOST_DELETED}) as large from unnest($1::text[]) as name`,
    [tables],
  );
  await dataSource.query(
    large
      ? `truncate ${tables.join()} restart identity cascade`
      : `begin; set local session_replication_role = replica;
         ${tables.map((name) => `delete from ${name};`).join(' ')} commit`,
  );
}

/**
 * Milliseconds that a test waits for a connection. The embedded database lets everyone wait for its one backend, and
 * on a busy machine that takes longer than a service would wait.
 */
const PATIENT_MS = 60_000;

/** One database per process: the test files that run in it, one after the other, each begin with empty tables. */
let shared: Promise<Shared> | undefined;

/**
 * Gives the test file a migrated, empty database on the server under test. Call at the top of the file. A file that
 * changes the schema changes it back.
 */
export function useDatabase(): TestDatabase {
  const database = {} as TestDatabase;
  beforeAll(async () => {
    subscribe(eventHandlers);
    const used = shared !== undefined;
    shared ??= open();
    const { url, tables } = await shared;
    const dataSource = await createDataSource({ url })
      .setOptions({ connectTimeoutMS: PATIENT_MS })
      .initialize();
    if (used) await empty(dataSource, tables);
    const system = new SystemDatabase(dataSource);
    Object.assign(database, {
      url,
      dataSource,
      system,
      async createTeam(name = 'Test team') {
        const teamId = `team-${randomUUID()}`;
        await dataSource.getRepository(Team).insert({ teamId, name });
        return teamId;
      },
      context: (teamId: string, overrides: Partial<Context> = {}): Context => ({
        db: system.team(teamId),
        actor: operator,
        now: new Date(),
        log: createLog('silent'),
        addressRules: ADDRESS_RULES,
        ...overrides,
      }),
    } satisfies TestDatabase);
  });
  afterAll(async () => {
    await database.dataSource?.destroy();
  });
  return database;
}
