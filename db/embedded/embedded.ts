import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from '../database-unavailable.js';
import { checkDataDirectory } from './data-directory.js';
import { type LockRole, lockDirectory } from './directory-lock.js';

export interface EmbeddedOptions {
  /** Whether a commit waits for the disk; without it a power cut, but no crash, can lose the last ones. */
  fsync?: boolean;
  role?: LockRole;
  /** Loads pgvector; a directory that once had it always does. It makes every start a little slower. */
  vectors?: boolean;
  log?: (message: string) => void;
}

export interface Embedded {
  /** An ordinary Postgres URL, for this process and, once announced, for others of the same user. */
  url: string;
  /** Lets other processes find the URL (directory-lock's `readHolder`). */
  announce(): void;
  /** Stops at once; whoever is connected is cut. */
  stop(): Promise<void>;
  /** Waits until nobody is connected any more, then stops. */
  leave(): Promise<void>;
}

const WATCH_MS = 250;
const RESTART_DELAY_MS = 1_000;

/**
 * Starts PGlite in a worker thread behind a Postgres wire-protocol gateway on 127.0.0.1.
 * A worker that dies, or runs a statement for longer than its connection's `statement_timeout`, is started
 * again on the same port with the same password, so every pool reconnects by itself.
 * Throws DirectoryInUse, DatabaseUnavailable.
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
    checkDataDirectory(dir);
    await start();
  } catch (error) {
    lock.release();
    if (error instanceof DatabaseUnavailable) throw error;
    throw new DatabaseUnavailable(
      `The embedded database in ${dir} does not start: ${error instanceof Error ? error.message : String(error)}. If its files are damaged, restore a backup or set DATA_DIR to another directory.`,
      { cause: error },
    );
  }
  // the thread inside wasm cannot be interrupted, only ended
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
  /** Where it listens: the first message. */
  port?: number;
  /** Why it is about to end. */
  broken?: string;
}

function firstPort(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('message', ({ port }: WorkerMessage) => resolve(port ?? 0));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`it ended with code ${code}`)));
  });
}
