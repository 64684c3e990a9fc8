import { averageLink } from './average-link.js';
import type { Grouping } from './group-texts.js';
import type { Subjects } from './subjects.js';

/** A text of this many words has one topic; a longer one may resemble another by secondary content. */
const wordsOfOneThing = 10;
/** Upper limit of the factor by which texts without a common subject must exceed the threshold. */
const mostFactor = 2;
/** With a common subject, this share of the threshold is enough. */
const sameSubjectShare = 0.9;

type Part = readonly number[];

/**
 * Splits groups of similar texts into groups that agree: their members have a common subject or are very
 * similar. Groups with the same subject are merged; a text that agrees with no other is a group of its own.
 *
 * @param words average number per text
 * @param speakers the speaker of each member
 */
export function agreeing(
  groups: readonly Part[],
  { similarity, threshold }: Pick<Grouping, 'similarity' | 'threshold'>,
  subjects: Subjects,
  words: number,
  speakers: (member: number) => readonly string[],
): number[][] {
  const alone = Math.min(mostFactor, Math.max(1, words / wordsOfOneThing));
  const joined = (parts: readonly Part[], least: number): number[][] => {
    const blocks = parts.map((members) => ({ members, fixed: false }));
    return averageLink(similarity, blocks, least).map((group) =>
      group.flatMap((at) => parts[at] ?? []),
    );
  };
  const units = groups.flatMap((group) => {
    const parts = bySubject(
      group.map((one) => [one]),
      subjects,
      speakers,
    ).map((part) => part.flat());
    return joined(parts, alone * threshold);
  });
  return bySubject(units, subjects, speakers).flatMap((parts) =>
    joined(parts, sameSubjectShare * threshold),
  );
}

/**
 * Groups parts by common subject, starting with the subject of most people, weighted by how specific it is.
 * Every part is in one group.
 */
function bySubject(
  parts: readonly Part[],
  { of, worth }: Subjects,
  speakers: (member: number) => readonly string[],
): Part[][] {
  const found: Part[][] = [];
  let rest = parts.map((members) => ({ members, subjects: mostlyOf(members, of) }));
  for (;;) {
    const held = new Map<string, Part[]>();
    for (const { members, subjects } of rest) {
      for (const one of subjects) held.set(one, [...(held.get(one) ?? []), members]);
    }
    let [best, most, its] = ['', 0, [] as Part[]];
    for (const [subject, by] of held) {
      if (by.length < 2) continue;
      const people = new Set(by.flat().flatMap(speakers)).size;
      const score = people * Math.sqrt(by.flat().length) * worth(subject);
      if (score > most || (score === most && subject < best))
        [best, most, its] = [subject, score, by];
    }
    if (its.length === 0) return [...found, ...rest.map(({ members }) => [members])];
    found.push(its);
    const taken = new Set(its);
    rest = rest.filter(({ members }) => !taken.has(members));
  }
}

/** The subjects that more than half of the members have. */
function mostlyOf(members: Part, of: Subjects['of']): string[] {
  const counts = new Map<string, number>();
  for (const subject of members.flatMap((one) => [...(of[one] ?? [])])) {
    counts.set(subject, (counts.get(subject) ?? 0) + 1);
  }
  return [...counts].flatMap(([subject, by]) => (2 * by > members.length ? [subject] : []));
}
