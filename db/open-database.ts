import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connect as connectDataSource } from './connect.js';
import { migrations } from './data-source.js';
import { DirectoryInUse, type LockRole, readHolder } from './embedded/directory-lock.js';
import { diskFull } from './embedded/disk-room.js';
import { type Embedded, startEmbedded } from './embedded/embedded.js';
import { migrate } from './migrate.js';

interface OpenOptions {
  /** URL of a Postgres server. Without it, the embedded database in `dataDir` is used. */
  databaseUrl?: string;
  dataDir: string;
  /** A server owns the embedded database exclusively; a command joins the process that owns it. */
  role: LockRole;
  /** Loads pgvector into the embedded database; no effect on a Postgres server. */
  vectors?: boolean;
  log?: (message: string) => void;
  /** Called with each migration that opening the embedded database has run. */
  onMigration?: (name: string) => void;
}

export interface OpenDatabase {
  url: string;
  embedded: boolean;
  /** Call after the data sources are destroyed. In a command, waits for the commands that joined it. */
  stop(): Promise<void>;
}

/** Milliseconds that a stopping server has to release the directory; a command gets a little longer. */
const SERVER_WAIT_MS = 3_000;
const COMMAND_WAIT_MS = 10_000;
const JOIN_WAIT_MS = 30_000;
const RETRY_MS = 100;

/**
 * Opens the database of this installation: the server at `databaseUrl`, or else the embedded one, which is migrated
 * when it opens. Does not connect to a server yet. Throws DatabaseUnavailable.
 */
export function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, role } = options;
  if (databaseUrl)
    return Promise.resolve({ url: databaseUrl, embedded: false, stop: async () => {} });
  const dir = path.resolve(dataDir, 'pg');
  return role === 'server' ? serve(dir, options) : join(dir, options);
}

async function serve(dir: string, options: OpenOptions): Promise<OpenDatabase> {
  for (const began = Date.now(); ; await sleep(RETRY_MS)) {
    try {
      const embedded = await start(dir, options);
      return { url: embedded.url, embedded: true, stop: embedded.stop };
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error;
      const wait = error.holder?.role === 'server' ? SERVER_WAIT_MS : COMMAND_WAIT_MS;
      if (Date.now() - began > wait) throw error;
    }
  }
}

async function join(dir: string, options: OpenOptions): Promise<OpenDatabase> {
  for (const began = Date.now(); ; await sleep(RETRY_MS)) {
    try {
      const embedded = await start(dir, { ...options, vectors: false });
      return { url: embedded.url, embedded: true, stop: embedded.leave };
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error;
      const url = readHolder(dir)?.url;
      const guest = url && (await connect(url));
      if (guest) return { url, embedded: true, stop: () => guest.end().catch(() => {}) };
      if (Date.now() - began > JOIN_WAIT_MS) throw error;
    }
  }
}

async function start(
  dir: string,
  { role, vectors = false, log, onMigration }: OpenOptions,
): Promise<Embedded> {
  const embedded = await startEmbedded(dir, { role, vectors, ...(log && { log }) });
  try {
    if (!(await isUpToDate(embedded.url))) await migrateAt(embedded.url, onMigration);
    embedded.announce(); // announced only now, so that a process that joins finds the tables
    return embedded;
  } catch (error) {
    await embedded.stop();
    throw diskFull(dir, error) ?? error;
  }
}

async function migrateAt(url: string, onMigration?: (name: string) => void): Promise<void> {
  const dataSource = await connectDataSource({ url, poolSize: 2 });
  await migrate(dataSource, onMigration).finally(() => dataSource.destroy());
}

/** Like `isMigrated`, but without a data source, which would noticeably slow down a later start. */
async function isUpToDate(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map(({ name }) => name));
    return migrations.every(({ name }) => done.has(name));
  } catch {
    return false; // the table is missing: the very first start
  } finally {
    await client.end();
  }
}

/** A connection that stays open while this process works, so that a command that owns the database waits for it. */
async function connect(url: string): Promise<pg.Client | undefined> {
  const guest = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  guest.on('error', () => {}); // the owner is gone; queries of the pool will fail
  try {
    await guest.connect();
    return guest;
  } catch {
    return undefined;
  }
}
