import { type Analyst, NO_TOKENS, type Wording } from './analyst.js';
import { fieldOf } from './labels/field.js';
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
  nameGroups: async (groups) => {
    const field = fieldOf(groups.flatMap(({ quotes }) => quotes));
    const taken = new Set<string>();
    const wordings = groups.map((group): Wording => {
      const { labels, description } = nameGroup(group, field);
      const label = labels.find((one) => !taken.has(one.toLowerCase())) ?? (labels[0] as string);
      taken.add(label.toLowerCase());
      return { label, description };
    });
    return { wordings, usage: NO_TOKENS };
  },
};
