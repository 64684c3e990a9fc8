import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
import { consequences } from '../../src/server/consequences.js';
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

async function clone(): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = inject('template');
  if ('native' in template) {
    const { adminUrl, name } = template.native;
    const copy = `belief_test_${randomUUID().replaceAll('-', '')}`;
    await adminQuery(adminUrl, `create database ${copy} template ${name}`);
    return {
      url: databaseUrl(adminUrl, copy),
      drop: () => adminQuery(adminUrl, `drop database if exists ${copy} with (force)`),
    };
  }
  const root = mkdtempSync(join(tmpdir(), 'belief-test-'));
  cpSync(template.embedded.dir, join(root, 'pg'), { recursive: true });
  const embedded = await startEmbedded(join(root, 'pg'), { fsync: false });
  return {
    url: embedded.url,
    drop: async () => {
      await embedded.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Gives the test file a migrated database of its own, on the server under test. Call at the top of the file. */
export function useDatabase(): TestDatabase {
  const database = {} as TestDatabase;
  let drop = async (): Promise<void> => {};
  beforeAll(async () => {
    subscribe(consequences);
    const copy = await clone();
    drop = copy.drop;
    const dataSource = await createDataSource({ url: copy.url }).initialize();
    const system = new SystemDatabase(dataSource);
    Object.assign(database, {
      url: copy.url,
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
    await drop();
  });
  return database;
}
