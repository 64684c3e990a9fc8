import type { UnnamedGroup, Wording } from './analyst.js';
import { fieldOf } from './labels/field.js';
import { nameTopic } from './labels/name-topic.js';

/** Names topics by language rules and statistics alone, always with the same result. Pure. */
export const nameBuiltIn = (groups: readonly UnnamedGroup[]): Wording[] => [...namesOf(groups)];

/** Like `nameBuiltIn`, one name after the other: some milliseconds each. */
export function* namesOf(groups: readonly UnnamedGroup[]): Generator<Wording, undefined> {
  const field = fieldOf(groups.flatMap(({ quotes }) => quotes));
  const taken = new Set<string>();
  for (const group of groups) {
    const { labels, description } = nameTopic(group, field);
    const label = labels.find((one) => !taken.has(one.toLowerCase())) ?? (labels[0] as string);
    taken.add(label.toLowerCase());
    yield { label, description };
  }
  return undefined;
}
