import type { UnnamedGroup, Wording } from './analyst.js';
import { fieldOf } from './labels/field.js';
import { nameTopic } from './labels/name-topic.js';

/** Names topics by language rules and statistics alone, always with the same result. Pure. */
export function nameBuiltIn(groups: readonly UnnamedGroup[]): Wording[] {
  const field = fieldOf(groups.flatMap(({ quotes }) => quotes));
  const taken = new Set<string>();
  return groups.map((group): Wording => {
    const { labels, description } = nameTopic(group, field);
    const label = labels.find((one) => !taken.has(one.toLowerCase())) ?? (labels[0] as string);
    taken.add(label.toLowerCase());
    return { label, description };
  });
}
