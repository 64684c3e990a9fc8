import type { SystemDatabase } from '../../db/system-database.js';
import type { Logger } from '../log.js';

export interface ScheduleDeps {
  system: SystemDatabase;
  log: Logger;
}

/** Work with a clock. Each slot runs once, however many processes keep the same schedule. */
export interface Schedule {
  /** Unique; with the slot's instant it is what one process claims. */
  name: string;
  /** Five or six cron fields, in UTC; six start with seconds. */
  cron: string;
  /** `firedAt` is the slot's instant, not the clock's. For work per team, enqueue one job a team. */
  run(deps: ScheduleDeps, firedAt: Date): Promise<void>;
}
