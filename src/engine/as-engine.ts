import type { Context } from '../context.js';

/** What happens by itself is the service's doing, whoever set it off. */
export const asEngine = (ctx: Context): Context => ({
  ...ctx,
  actor: { type: 'service', id: 'engine', name: 'Belief Layer' },
});
