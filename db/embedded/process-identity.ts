import fs from 'node:fs';
import os from 'node:os';

/** Distinguishes a process from a later one with the same pid, on this machine or in another container. */
export interface ProcessIdentity {
  pid: number;
  host: string;
  /** Start time in clock ticks since boot; Linux only. */
  started?: string;
  boot?: string;
}

export const thisProcess = (): ProcessIdentity => ({
  pid: process.pid,
  host: os.hostname(),
  started: startedAt(process.pid),
  boot: bootId(),
});

/** True if the process still runs; undefined if it cannot be seen from here. */
export function isRunning(identity: ProcessIdentity): boolean | undefined {
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
