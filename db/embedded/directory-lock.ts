import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseUnavailable } from '../why-unavailable.js';
import { diskFull } from './disk-room.js';

/** A server keeps the directory until it stops; a command releases it when it is done. */
export type LockRole = 'server' | 'command';

interface LockHolder extends ProcessIdentity {
  role: LockRole;
  nonce: string;
  /**
   * URL of the holder's database, once it is running. It contains the password, so only the owner may read the
   * file.
   */
  url?: string;
}

export class DirectoryInUse extends DatabaseUnavailable {
  constructor(
    dataDir: string,
    readonly holder: LockHolder | undefined,
  ) {
    const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
    const advice =
      holder?.role === 'command'
        ? 'It is a command that will end: start again when it has'
        : 'Stop that process first';
    super(
      `The data directory ${dataDir} is in use by ${who}. ${advice}, or set DATA_DIR to another directory, or DATABASE_URL to share one Postgres.`,
    );
  }
}

const BEAT_MS = 5_000;
/**
 * Milliseconds without a heartbeat after which a holder that cannot be checked from here (in another container)
 * counts as gone.
 */
const SILENT_MS = 20_000;
const TAKEOVER_STALE_MS = 10_000;

interface DirectoryLock {
  /** Publishes the database's address to other processes. */
  announce(url: string): void;
  release(): void;
}

const lockFile = (dataDir: string): string => `${dataDir}.lock`;

/**
 * PGlite takes no lock of its own, and two processes on one directory silently lose each other's writes. Throws
 * DirectoryInUse, or DatabaseUnavailable if the directory cannot be written.
 */
export function lockDirectory(dataDir: string, role: LockRole): DirectoryLock {
  const file = lockFile(dataDir);
  const me: LockHolder = { ...thisProcess(), role, nonce: randomUUID() };
  makeParent(dataDir);
  if (!create(file, me)) takeOver(dataDir, me);

  const beat = setInterval(() => touch(file, me), BEAT_MS);
  beat.unref();
  const release = (): void => {
    clearInterval(beat);
    process.off('exit', release);
    if (readHolder(dataDir)?.nonce === me.nonce) fs.rmSync(file, { force: true });
  };
  process.once('exit', release);
  return {
    announce: (url) => replace(file, { ...me, url }),
    release,
  };
}

/** The holder of the directory according to the lock file. */
export function readHolder(dataDir: string): LockHolder | undefined {
  try {
    return JSON.parse(fs.readFileSync(lockFile(dataDir), 'utf8')) as LockHolder;
  } catch {
    return undefined;
  }
}

function makeParent(dataDir: string): void {
  const parent = path.dirname(dataDir);
  try {
    fs.mkdirSync(parent, { recursive: true });
    fs.accessSync(parent, fs.constants.W_OK);
  } catch (error) {
    throw unwritable(parent, error);
  }
}

function create(file: string, me: LockHolder): boolean {
  try {
    fs.writeFileSync(file, JSON.stringify(me), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unwritable(path.dirname(file), error);
  }
}

/**
 * Removes a dead holder's lock. The directory created here keeps two processes from removing each other's new lock.
 */
function takeOver(dataDir: string, me: LockHolder): void {
  const file = lockFile(dataDir);
  const guard = `${file}.takeover`;
  if (isHeld(dataDir)) throw new DirectoryInUse(dataDir, readHolder(dataDir));
  if (age(guard) > TAKEOVER_STALE_MS) fs.rmSync(guard, { recursive: true, force: true });
  try {
    fs.mkdirSync(guard);
  } catch {
    throw new DirectoryInUse(dataDir, undefined);
  }
  try {
    if (isHeld(dataDir)) throw new DirectoryInUse(dataDir, readHolder(dataDir));
    fs.rmSync(file, { force: true });
    if (!create(file, me)) throw new DirectoryInUse(dataDir, readHolder(dataDir));
  } finally {
    fs.rmSync(guard, { recursive: true, force: true });
  }
}

function isHeld(dataDir: string): boolean {
  const holder = readHolder(dataDir);
  const running = holder && isRunning(holder);
  return running ?? age(lockFile(dataDir)) < SILENT_MS;
}

/** Milliseconds since the path was last modified; Infinity if it does not exist. */
function age(file: string): number {
  try {
    return Date.now() - fs.statSync(file).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function touch(file: string, me: LockHolder): void {
  try {
    const now = new Date();
    if (readHolder(file.slice(0, -'.lock'.length))?.nonce === me.nonce)
      fs.utimesSync(file, now, now);
  } catch {
    // one missed heartbeat does no harm: the next one comes in time
  }
}

function replace(file: string, holder: LockHolder): void {
  const next = `${file}.${holder.nonce}`;
  fs.writeFileSync(next, JSON.stringify(holder), { mode: 0o600 });
  fs.renameSync(next, file);
}

function unwritable(directory: string, cause: unknown): DatabaseUnavailable {
  const { code = String(cause) } = cause as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return diskFull(directory, cause) as DatabaseUnavailable;
  return new DatabaseUnavailable(
    `The data directory ${directory} cannot be written (${code}). Make it writable for this user, set DATA_DIR to another directory, or set DATABASE_URL to use a Postgres server.`,
    { cause },
  );
}

/** Distinguishes a process from a later one with the same pid, on this machine or in another container. */
interface ProcessIdentity {
  pid: number;
  host: string;
  /** Start time in clock ticks since boot; Linux only. */
  started?: string;
  boot?: string;
}

const thisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  host: os.hostname(),
  started: startedAt(process.pid),
  boot: bootId(),
});

/** True if the process is still running; undefined if that cannot be determined from here. */
function isRunning(identity: ProcessIdentity): boolean | undefined {
  if (identity.host !== os.hostname()) return undefined;
  return (
    identity.boot === bootId() &&
    exists(identity.pid) &&
    startedAt(identity.pid) === identity.started
  );
}

function startedAt(pid: number): string | undefined {
  try {
    // the second field, the command's name, may hold spaces and brackets
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
  } catch {
    return undefined;
  }
}

function bootId(): string | undefined {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
