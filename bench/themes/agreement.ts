/** Agreement between two groupings of the same items. */
export interface Agreement {
  /** Harmonic mean of homogeneity and completeness, 0 to 1. */
  vMeasure: number;
  /** Adjusted Rand index: 0 means chance, 1 identical; undefined if there is only one label. */
  ari: number | undefined;
  /** Number of groups found. */
  groups: number;
}

/** Compares groups of indexes with labels; items without a label are ignored. */
export function agreement(
  groups: readonly (readonly number[])[],
  labels: readonly (string | null)[],
): Agreement {
  const found = new Map<string, number>();
  const given = new Map<string, number>();
  const both = new Map<string, number>();
  for (const [group, members] of groups.entries()) {
    for (const member of members) {
      const label = labels[member];
      if (label === null || label === undefined) continue;
      add(found, String(group));
      add(given, label);
      add(both, `${group} ${label}`);
    }
  }
  const [hFound, hGiven, hBoth] = [entropy(found), entropy(given), entropy(both)];
  const shared = hFound + hGiven - hBoth;
  const homogeneity = hGiven === 0 ? 1 : shared / hGiven;
  const completeness = hFound === 0 ? 1 : shared / hFound;
  const sum = homogeneity + completeness;
  return {
    vMeasure: sum === 0 ? 0 : (2 * homogeneity * completeness) / sum,
    ari: adjustedRand(found, given, both),
    groups: found.size,
  };
}

function adjustedRand(
  found: ReadonlyMap<string, number>,
  given: ReadonlyMap<string, number>,
  both: ReadonlyMap<string, number>,
): number | undefined {
  const [pFound, pGiven, pBoth] = [pairs(found), pairs(given), pairs(both)];
  const all = total(found);
  const expected = (pFound * pGiven) / ((all * (all - 1)) / 2);
  const most = (pFound + pGiven) / 2;
  return most === expected || all < 2 ? undefined : (pBoth - expected) / (most - expected);
}

const add = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};
const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
const pairs = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);

function entropy(counts: ReadonlyMap<string, number>): number {
  const all = total(counts);
  return [...counts.values()].reduce(
    (sum, count) => sum - (count / all) * Math.log(count / all),
    0,
  );
}
