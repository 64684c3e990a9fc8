import { editDistance } from '../language/edit-distance.js';

/** A part of a name that is at least this long may have two mistakes, such as DATBSE_URL. */
const LONG_PART = 8;

/**
 * Variables that look like a misspelling of a known variable that is not set, each with that variable's name. Names
 * of one word, such as PORT, are skipped: other programs have too many similar ones.
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

/** The warning about one misspelled variable. */
export const ignoredName = ({ name, meant }: { name: string; meant: string }): string =>
  `${name} is ignored. Was ${meant} meant?`;

/** True for at most two mistakes, and one per short part: GITHUB_REF is not a misspelling of GITHUB_REPO. */
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
