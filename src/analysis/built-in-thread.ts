import { inThread } from '../core/thread/run-in-thread.js';
import { type Analyst, NO_TOKENS } from './analyst.js';

/**
 * Reads interviews by language rules and statistics alone, free of charge and deterministic, in a worker thread.
 * Throws GivenUp if an interview takes too much time or memory.
 */
export const builtInThread: Analyst = {
  name: 'built-in',
  basis: ({ digest }) => digest,
  async read(_ctx, _sourceItemId, transcript, { changes }) {
    const quotes = await inThread('extractQuotes', transcript);
    const coded = await inThread('codeQuotes', transcript, quotes, changes);
    return { by: 'built-in', ...coded, rejected: 0, usage: NO_TOKENS };
  },
  interpret: async () => true,
  tell: async () => {},
};
