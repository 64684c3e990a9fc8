import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../db/data-source.js';
import { startEmbedded } from '../db/embedded/embedded.js';
import { Team } from '../db/entities/team.js';
import { migrate } from '../db/migrate.js';
import { SystemDatabase } from '../db/system-database.js';
import type { Context } from '../src/core/context.js';
import { subscribe } from '../src/core/events.js';
import { createLog } from '../src/core/log.js';
import { eventHandlers } from '../src/server/event-handlers.js';

export interface BenchDatabase {
  url: string;
  /** Version of the server, and whether it is the embedded one. */
  server: string;
  dataSource: DataSource;
  /** A new, empty team. */
  createTeam(): Promise<Context>;
  drop(): Promise<void>;
}

/**
 * Creates an empty, migrated database: on the server at `BENCH_DATABASE_URL` (a URL that may create databases), or
 * else an embedded one in a temporary folder.
 */
export async function createDatabase(): Promise<BenchDatabase> {
  subscribe(eventHandlers);
  const adminUrl = process.env.BENCH_DATABASE_URL;
  const { url, drop } = adminUrl ? await createNative(adminUrl) : await createEmbedded();
  const dataSource = await createDataSource({ url }).initialize();
  await migrate(dataSource);
  const [version] = await dataSource.query<{ server_version: string }[]>('show server_version');
  return {
    url,
    server: `${adminUrl ? 'Postgres' : 'embedded Postgres'} ${version?.server_version}`,
    dataSource,
    async createTeam() {
      const teamId = `bench-${randomUUID()}`;
      await dataSource.getRepository(Team).insert({ teamId, name: 'Benchmark' });
      return {
        db: new SystemDatabase(dataSource).team(teamId),
        actor: { type: 'operator', id: 'bench', name: 'Benchmark' },
        now: new Date(),
        log: createLog('silent'),
      };
    },
    async drop() {
      await dataSource.destroy();
      await drop();
    },
  };
}

async function createNative(adminUrl: string) {
  const name = `belief_bench_${randomUUID().replaceAll('-', '')}`;
  await admin(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => admin(adminUrl, `drop database ${name} with (force)`) };
}

async function admin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function createEmbedded() {
  const root = mkdtempSync(path.join(tmpdir(), 'belief-bench-'));
  const embedded = await startEmbedded(path.join(root, 'pg'));
  return {
    url: embedded.url,
    drop: async () => {
      await embedded.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
