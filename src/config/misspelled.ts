import { editDistance } from '../language/edit-distance.js';

/** A part of a name from this length on may have two mistakes, such as DATBSE_URL. */
const LONG_PART = 8;

/**
 * The variables that look like a misspelling of a known one that is not set, each with the known one. Names of one
 * word, such as PORT, have too many neighbors that belong to other programs.
 */
export function misspelled(
  given: readonly string[],
  known: readonly string[],
): { name: string; meant: string }[] {
  const missing = known.filter((name) => name.includes('_') && !given.includes(name));
  return given.flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = missing.find((candidate) => isNear(name, candidate));
    return meant ? [{ name, meant }] : [];
  });
}

/** The warning of one of them. */
export const ignoredName = ({ name, meant }: { name: string; meant: string }): string =>
  `${name} is ignored. Was ${meant} meant?`;

/** At most two mistakes, but one per short part: GITHUB_REF is another word than GITHUB_REPO. */
function isNear(name: string, known: string): boolean {
  const distance = editDistance(name, known, 2);
  if (distance <= 1) return true;
  const [parts, knownParts] = [name.split('_'), known.split('_')];
  return (
    distance === 2 &&
    parts.length === knownParts.length &&
    knownParts.every((part, i) => {
      const limit = part.length < LONG_PART ? 1 : 2;
      return editDistance(parts[i]!, part, limit) <= limit;
    })
  );
}
