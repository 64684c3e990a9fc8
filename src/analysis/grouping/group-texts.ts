import { averageLink, type Block } from './average-link.js';
import { type Likeness, likenessOf } from './likeness.js';
import { smooth } from './smooth.js';

// Tuned with the weights of features.ts.
const leastLikeness = 0.2;
const between = 0.25;

/** Texts that are to stay together; two of them never become one group. */
export type Together = readonly number[];

export interface Grouping {
  /** Indexes of texts, ascending; groups by their first text. */
  groups: number[][];
  likeness: Likeness;
  /** How alike on average two groups must be to become one. */
  threshold: number;
}

/**
 * Groups texts by what they speak of: average link over smoothed likeness, cut at a quarter of the way from how
 * alike any two are to how alike nearest neighbours are, since studies differ in how much all of it is about one
 * thing. The same texts in the same order give the same groups. Memory and time grow with the square of their
 * number.
 *
 * @param together what is one group already; each text at most once
 */
export function groupTexts(texts: readonly string[], together: readonly Together[] = []): Grouping {
  const likeness = smooth(likenessOf(texts));
  const taken = new Set(together.flat());
  const blocks: Block[] = [
    ...together
      .filter((members) => members.length > 0)
      .map((members) => ({ members, fixed: true })),
    ...texts.flatMap((_, index) => (taken.has(index) ? [] : [{ members: [index], fixed: false }])),
  ];
  const threshold = thresholdOf(likeness);
  const groups = averageLink(likeness, blocks, threshold).map((joined) =>
    joined.flatMap((block) => (blocks[block] as Block).members).sort((a, b) => a - b),
  );
  return { groups: groups.sort(([a = 0], [b = 0]) => a - b), likeness, threshold };
}

function thresholdOf({ size, values }: Likeness): number {
  if (size < 2) return leastLikeness;
  let all = 0;
  let nearest = 0;
  for (let row = 0; row < size; row++) {
    let best = 0;
    for (let column = 0; column < size; column++) {
      if (column === row) continue;
      const alike = values[row * size + column] as number;
      all += alike;
      best = Math.max(best, alike);
    }
    nearest += best;
  }
  const [any, near] = [all / (size * (size - 1)), nearest / size];
  return Math.max(leastLikeness, any + between * (near - any));
}
