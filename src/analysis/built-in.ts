import {
  type Analyst,
  type Naming,
  NO_TOKENS,
  type UnnamedGroup,
  type Wording,
} from './analyst.js';
import { fieldOf } from './labels/field.js';
import { nameTopic } from './labels/name-topic.js';
import { extractQuotes } from './quotes/extract-quotes.js';

/** Names groups by language rules and statistics alone, always with the same result. Pure. */
export function nameBuiltIn(groups: readonly UnnamedGroup[]): Naming {
  const field = fieldOf(groups.flatMap(({ quotes }) => quotes));
  const taken = new Set<string>();
  const wordings = groups.map((group): Wording => {
    const { labels, description } = nameTopic(group, field);
    const label = labels.find((one) => !taken.has(one.toLowerCase())) ?? (labels[0] as string);
    taken.add(label.toLowerCase());
    return { label, description };
  });
  return { wordings, usage: NO_TOKENS };
}

/** Reads interviews by language rules and statistics alone: free of charge and deterministic. */
export const builtIn: Analyst = {
  name: 'built-in',
  extractQuotes: async (transcript) => ({
    by: 'built-in',
    quotes: extractQuotes(transcript),
    rejected: 0,
    usage: NO_TOKENS,
  }),
  nameGroups: async (groups) => nameBuiltIn(groups),
};
