import { type LoadOrder, load } from './load-client.js';

/** The load of one run, in a separate process so that it never waits for its parent. */
process.on('message', async (order: LoadOrder) => {
  process.send?.(await load(order));
});
process.once('disconnect', () => process.exit());
