import type { SystemDatabase } from '../../db/system-database.js';
import type { Logger } from '../core/log.js';

export interface ScheduleDeps {
  system: SystemDatabase;
  log: Logger;
}

/** Scheduled work. Each slot runs once, however many processes keep the same schedule. */
export interface Schedule {
  /** Unique; together with the slot's time it is the key that a process claims. */
  name: string;
  /** Five or six cron fields, in UTC; six start with seconds. */
  cron: string;
  /**
   * `firedAt` is the slot's time, not the current time. For work per team, enqueue one job per
   * team.
   */
  run(deps: ScheduleDeps, firedAt: Date): Promise<void>;
}
