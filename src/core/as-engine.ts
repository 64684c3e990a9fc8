import type { Context } from './context.js';

/** Automatic consequences are recorded as the service's own, no matter who triggered them. */
export const asEngine = (ctx: Context): Context => ({
  ...ctx,
  actor: { type: 'service', id: 'engine', name: 'Belief Layer' },
});
