import type { ActorType } from '../../db/entities/history-entry.js';
import type { TeamDatabase } from '../../db/team-database.js';
import type { Logger } from './log.js';
import type { Models } from './models/models.js';
import type { PageLinks } from './page-links.js';
import type { AddressRule } from './work-item-url.js';

/** The person or process that acts, recorded with every write. */
export interface Actor {
  type: ActorType;
  id: string;
  name: string;
}

/** One request, click, command or job within one team. */
export interface Context {
  readonly db: TeamDatabase;
  readonly actor: Actor;
  /** The current time for all rules of this request. */
  readonly now: Date;
  readonly log: Logger;
  /** Rules by which trackers recognize their URLs; they decide a work item's provider. */
  readonly addressRules?: readonly AddressRule[];
  /** Answers and search use the built-in methods if absent. */
  readonly models?: Models;
  /** The web pages to link to; absent if no one could reach them. */
  readonly pages?: PageLinks;
}

/** Runs `work` in a transaction of the context's team; joins the current one if there is one. */
export const inTransaction = <T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> =>
  ctx.db.transaction((db) => work({ ...ctx, db }));

/**
 * The context with the service as actor: automatic consequences are recorded as the service's own, no matter who
 * triggered them.
 */
export const asEngine = (ctx: Context): Context => ({
  ...ctx,
  actor: { type: 'service', id: 'engine', name: 'Belief Layer' },
});
