import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from '../why-unavailable.js';
import { type LockRole, lockDirectory } from './directory-lock.js';
import { diskFull } from './disk-room.js';

/** Postgres version inside this build of PGlite, which cannot read the files of another version. */
const POSTGRES_MAJOR = '18';

/** Throws DatabaseUnavailable if the directory holds files that this build cannot open or must not replace. */
function checkDataDirectory(dataDir: string): void {
  if (!fs.existsSync(dataDir) || fs.readdirSync(dataDir).length === 0) return;
  const versionFile = path.join(dataDir, 'PG_VERSION');
  if (!fs.existsSync(versionFile)) {
    throw new DatabaseUnavailable(
      `${dataDir} is not empty and holds no database. Move its files away, or set DATA_DIR to another directory.`,
    );
  }
  const version = fs.readFileSync(versionFile, 'utf8').trim();
  const owner = fs.statSync(dataDir).uid;
  if (process.getuid?.() === 0 && owner !== 0) {
    throw new DatabaseUnavailable(
      `The database in ${dataDir} belongs to user ${owner}, who could not read what root writes there. Run this as that user (sudo -u '#${owner}' ...).`,
    );
  }
  if (version !== POSTGRES_MAJOR) {
    throw new DatabaseUnavailable(
      `The database in ${dataDir} was written by Postgres ${version}; this version reads Postgres ${POSTGRES_MAJOR}. Export each team with the version that wrote it, move the directory away, and import.`,
    );
  }
}

interface EmbeddedOptions {
  /** If true, a commit waits for the disk. If false, a power cut (but not a crash) can lose the last commits. */
  fsync?: boolean;
  role?: LockRole;
  /** Loads pgvector, which makes every start a little slower. A directory that once had it always loads it. */
  vectors?: boolean;
  log?: (message: string) => void;
}

export interface Embedded {
  /** An ordinary Postgres URL, for this process and, once announced, for other processes of the same user. */
  url: string;
  /** Lets other processes find the URL (directory-lock's `readHolder`). */
  announce(): void;
  /** Stops at once and closes every connection. */
  stop(): Promise<void>;
  /** Waits until every client has disconnected, then stops. */
  leave(): Promise<void>;
}

const WATCH_MS = 250;
const RESTART_DELAY_MS = 1_000;

/**
 * Starts PGlite in a worker thread behind a Postgres wire-protocol gateway on 127.0.0.1. A worker that dies, or
 * runs a statement for longer than its connection's `statement_timeout`, is restarted on the same port with the
 * same password, so every pool reconnects on its own. Throws DirectoryInUse, DatabaseUnavailable.
 */
export async function startEmbedded(
  dataDir: string,
  options: EmbeddedOptions = {},
): Promise<Embedded> {
  const { fsync = true, role = 'server', vectors = false, log = () => {} } = options;
  const dir = path.resolve(dataDir);
  const lock = lockDirectory(dir, role);
  const password = randomBytes(24).toString('hex');
  const clock = new SharedArrayBuffer(16);
  const statement = new Float64Array(clock);
  let port = 0;
  let worker: Worker;
  let stopping: Promise<void> | undefined;

  async function start(): Promise<void> {
    statement[0] = 0;
    worker = new Worker(new URL('./worker.mjs', import.meta.url), {
      workerData: { dataDir: dir, password, fsync, vectors, port, clock },
      execArgv: [],
    });
    port = await firstPort(worker);
    makePrivate(path.dirname(dir)); // files that PGlite created before the umask was set
    worker.on(
      'message',
      ({ broken }: WorkerMessage) => broken && log(`embedded database: ${broken}`),
    );
    worker.on('error', (error) => log(`embedded database: ${String(error)}`));
    worker.once('exit', (code) => {
      if (stopping) return;
      log(`the embedded database ended with code ${code}; starting it again`);
      void restart();
    });
  }

  async function restart(): Promise<void> {
    while (!stopping) {
      try {
        return await start();
      } catch (error) {
        log(`the embedded database does not start: ${String(error)}; trying again`);
        await new Promise((resolve) => setTimeout(resolve, RESTART_DELAY_MS));
      }
    }
  }

  const end = (request: 'stop' | 'leave'): Promise<void> => {
    stopping ??= new Promise<void>((resolve) => {
      const done = (): void => {
        clearInterval(watchdog);
        lock.release();
        resolve();
      };
      if (worker.threadId === -1) done();
      else worker.once('exit', done);
    });
    worker.postMessage(request);
    return stopping;
  };

  try {
    const opened = makePrivate(path.dirname(dir));
    if (opened > 0)
      log(
        `other users could reach ${opened} files and folders of ${path.dirname(dir)}; now only this user can`,
      );
    checkDataDirectory(dir);
    await start();
  } catch (error) {
    lock.release();
    if (error instanceof DatabaseUnavailable) throw error;
    throw (
      diskFull(dir, error) ??
      new DatabaseUnavailable(
        `The embedded database in ${dir} does not start: ${error instanceof Error ? error.message : String(error)}. If its files are damaged, restore a backup or set DATA_DIR to another directory.`,
        { cause: error },
      )
    );
  }
  // the thread inside wasm cannot be interrupted, only terminated
  const watchdog = setInterval(() => {
    const [since = 0, limit = 0] = statement;
    if (since === 0 || limit === 0 || Date.now() - since <= limit) return;
    log(`a statement took more than ${limit} ms; restarting the embedded database`);
    void worker.terminate();
  }, WATCH_MS);
  watchdog.unref();

  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    announce: () => lock.announce(url),
    stop: () => end('stop'),
    leave: () => end('leave'),
  };
}

interface WorkerMessage {
  /** The port that the worker listens on; sent as its first message. */
  port?: number;
  /** The error that is about to end the worker. */
  broken?: string;
}

function firstPort(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('message', ({ port }: WorkerMessage) => resolve(port ?? 0));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`it ended with code ${code}`)));
  });
}

/** Permission bits of the group and of other users. */
const OTHERS = 0o077;
/** Everything that the service writes to DATA_DIR; other files there are not ours. */
const OURS = /^(pg|pg\..+|demo-key|sandbox-issues\.json.*)$/;

/**
 * Removes group and other permissions from the files in `dataDir` and returns how many files had some. New files
 * are private through the umask of the process; this fixes the files of earlier versions. Files of another owner
 * stay as they are. The folder itself is closed only if it holds nothing but our files.
 */
function makePrivate(dataDir: string): number {
  const names = fs.readdirSync(dataDir);
  const ours = names.filter((name) => OURS.test(name));
  const mended = ours.map((name) => closeAll(path.join(dataDir, name)));
  const alone = names.every((name) => OURS.test(name) || name === 'lost+found');
  return mended.reduce((sum, count) => sum + count, alone ? close(dataDir) : 0);
}

function closeAll(file: string): number {
  const inside = entries(file).map((name) => closeAll(path.join(file, name)));
  return inside.reduce((sum, count) => sum + count, close(file));
}

/** The names in a folder; empty for a file or for a folder that no longer exists. */
function entries(folder: string): string[] {
  try {
    return fs.lstatSync(folder).isDirectory() ? fs.readdirSync(folder) : [];
  } catch {
    return [];
  }
}

function close(file: string): number {
  try {
    const stat = fs.lstatSync(file);
    if (stat.isSymbolicLink() || (stat.mode & OTHERS) === 0) return 0;
    fs.chmodSync(file, stat.mode & 0o7777 & ~OTHERS);
    return 1;
  } catch {
    return 0; // belongs to another user, or is gone
  }
}
