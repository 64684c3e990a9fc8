import { type Analyst, NO_TOKENS } from './analyst.js';
import { nameGroup } from './labels/name-group.js';
import { extractQuotes } from './quotes/extract-quotes.js';

/** Reads by language rules and statistics alone; costs nothing and gives the same result every time. */
export const builtIn: Analyst = {
  name: 'built-in',
  extractQuotes: async (transcript) => ({
    by: 'built-in',
    quotes: extractQuotes(transcript),
    rejected: 0,
    usage: NO_TOKENS,
  }),
  nameGroups: async (groups) => ({ wordings: groups.map(nameGroup), usage: NO_TOKENS }),
};
