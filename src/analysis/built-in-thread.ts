import { inThread } from '../core/thread/run-in-thread.js';
import { type Analyst, NO_TOKENS } from './analyst.js';
import { builtIn } from './built-in.js';

/** The built-in analyst in a worker thread. Throws GivenUp if an interview takes too much time or memory. */
export const builtInThread: Analyst = {
  name: builtIn.name,
  extractQuotes: async (transcript) => ({
    by: builtIn.name,
    quotes: await inThread('extractQuotes', transcript),
    rejected: 0,
    usage: NO_TOKENS,
  }),
  nameGroups: (groups) => inThread('nameGroups', groups),
};
