import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

export interface Embedded {
  url: string;
  stop(): Promise<void>;
  setMaxStatementMs(ms: number): void;
}

/** Start time of a process in clock ticks since boot (Linux); undefined elsewhere. */
const startedAt = (pid: number): string | undefined => {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
  } catch {
    return undefined;
  }
};
const bootId = (): string => {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
};
const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (e) {
    return (e as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** PGlite takes no lock of its own: two processes on one directory silently lose each other's writes. */
function lock(dataDir: string): () => void {
  const file = `${dataDir}.lock`;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const me = JSON.stringify({ pid: process.pid, started: startedAt(process.pid), boot: bootId() });
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      fs.writeFileSync(file, me, { flag: 'wx', mode: 0o600 });
      return () => fs.rmSync(file, { force: true });
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code !== 'EEXIST') throw e;
    }
    const h = JSON.parse(fs.readFileSync(file, 'utf8') || '{}') as {
      pid?: number;
      started?: string;
      boot?: string;
    };
    const held =
      h.pid !== undefined && h.boot === bootId() && alive(h.pid) && startedAt(h.pid) === h.started;
    if (held)
      throw new Error(
        `${dataDir} is in use by process ${h.pid}. Stop it, or set DATABASE_URL to share one Postgres.`,
      );
    fs.rmSync(file, { force: true });
  }
  throw new Error(`could not lock ${dataDir}`);
}

export interface EmbeddedOptions {
  fsync?: boolean /** stop a statement by restarting the worker; 0 = never (migrations) */;
  maxStatementMs?: number;
  log?: (m: string) => void;
}

export async function startEmbedded(
  dataDir: string,
  opts: EmbeddedOptions = {},
): Promise<Embedded> {
  const { fsync = true, maxStatementMs = 15_000, log = () => {} } = opts;
  const dir = path.resolve(dataDir);
  const unlock = lock(dir);
  const password = randomBytes(24).toString('hex');
  const clock = new SharedArrayBuffer(8);
  const since = new Float64Array(clock);
  let port = 0,
    stopping = false,
    limit = maxStatementMs,
    worker!: Worker;
  const spawn = async (): Promise<void> => {
    since[0] = 0;
    // plain .mjs: loads the same under node, tsx and vitest (workers do not inherit vitest's transforms)
    const w = new Worker(new URL('./worker.mjs', import.meta.url), {
      workerData: { dataDir: dir, password, fsync, port, clock },
      execArgv: [],
    });
    worker = w;
    port = await new Promise<number>((res, rej) => {
      w.once('message', (m: { port: number }) => res(m.port));
      w.once('error', rej);
      w.once('exit', (c) => rej(new Error(`embedded database exited with ${c}`)));
    });
    w.on('error', (e) => log(`embedded database: ${String(e)}`));
    w.once('exit', (c) => {
      // same port and password, so every pool reconnects by itself
      if (stopping) return unlock();
      log(`embedded database exited with ${c}, starting it again`);
      spawn().catch((e) => {
        log(String(e));
        unlock();
        process.exitCode = 70;
      });
    });
  };
  try {
    await spawn();
  } catch (e) {
    unlock();
    throw e;
  }
  const watchdog = setInterval(() => {
    const s = since[0] ?? 0;
    if (limit && s && Date.now() - s > limit) {
      log(`statement over ${limit} ms, restarting the embedded database`);
      void worker.terminate();
    }
  }, 500);
  watchdog.unref();
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    setMaxStatementMs: (ms) => {
      limit = ms;
    },
    stop: () =>
      new Promise((r) => {
        stopping = true;
        clearInterval(watchdog);
        worker.once('exit', () => r());
        worker.postMessage('stop');
      }),
  };
}
