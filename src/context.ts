import type { ActorType } from '../db/entities/history-entry.js';
import type { TeamDatabase } from '../db/team-database.js';
import type { Logger } from './log.js';
import type { Models } from './models/models.js';

/** Who acts: recorded with every write. */
export interface Actor {
  type: ActorType;
  id: string;
  name: string;
}

/** One request, click, command or job within one team. */
export interface Context {
  readonly db: TeamDatabase;
  readonly actor: Actor;
  /** The instant all rules of this request look from. */
  readonly now: Date;
  readonly log: Logger;
  /** Hosts of configured GitHub Enterprise servers: they decide a work item's provider. */
  readonly githubHosts?: readonly string[];
  /** Absent: answers and search are the built-in ones. */
  readonly models?: Models;
}

/** Runs `work` in one transaction of the context's team; within one already, joins it. */
export const inTransaction = <T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> =>
  ctx.db.transaction((db) => work({ ...ctx, db }));
