import type { Analyst } from './analyst.js';
import { nameGroup } from './labels/name-group.js';
import { extractQuotes } from './quotes/extract-quotes.js';

/** Reads by language rules and statistics alone; costs nothing and gives the same result every time. */
export const builtIn: Analyst = {
  name: 'built-in',
  extractQuotes: async (transcript) => ({
    quotes: extractQuotes(transcript),
    rejected: 0,
    usage: { inputTokens: 0, outputTokens: 0 },
  }),
  nameGroups: async (groups) => groups.map(nameGroup),
};
