import { inThread } from '../core/thread/run-in-thread.js';
import { type Analyst, NO_TOKENS, type UnnamedGroup, type Wording } from './analyst.js';
import { fieldOf, nameTopic } from './labels/name-topic.js';
import type { Field } from './labels/topic-label.js';

/**
 * Names topics by language rules and statistics alone. Pure and deterministic.
 * @param field the background of these groups; if absent, the groups themselves
 * @param others names that are already taken
 */
export function nameBuiltIn(
  groups: readonly UnnamedGroup[],
  field?: Field,
  others: readonly string[] = [],
): Wording[] {
  const keys = new Map(groups.map((group) => [group, [...group.quotes].sort().join('\n')]));
  const keyOf = (group: UnnamedGroup): string => keys.get(group) as string;
  // so that of two groups with one topic, always the same one gets its name
  const ordered = [...groups].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const names = new Map(
    [...namesOf(ordered, field, others)].map((name, at) => [ordered[at], name]),
  );
  return groups.map((group) => names.get(group) as Wording);
}

/** Like `nameBuiltIn`, but yields one name at a time; each takes some milliseconds. */
export function* namesOf(
  groups: readonly UnnamedGroup[],
  field = fieldOf(groups.flatMap(({ quotes }) => quotes)),
  others: readonly string[] = [],
): Generator<Wording, undefined> {
  const taken = new Set(others.map((name) => name.toLowerCase()));
  for (const group of groups) {
    const { labels, description } = nameTopic(group, field);
    const label = labels.find((one) => !taken.has(one.toLowerCase())) ?? (labels[0] as string);
    taken.add(label.toLowerCase());
    yield { label, description };
  }
  return undefined;
}

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
