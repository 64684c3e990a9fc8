import { averageLink, type Block } from './average-link.js';
import { type Likeness, likenessOf } from './likeness.js';
import { smooth } from './smooth.js';

// Tuned with the weights of features.ts.
const leastLikeness = 0.2;
export const usualCloseness = 0.25;
/** Raises the threshold for small sets of texts, in which similarities are unreliable. */
const fewTexts = 0.25;

/** Texts that belong together already; two such groups are never merged. */
export interface Together {
  members: readonly number[];
  /** Their topics may vary: a new text needs to resemble only one of them, and each is a group. */
  varied?: boolean;
}

export interface Grouping {
  /** Indexes of texts, ascending; groups by their first text. */
  groups: number[][];
  likeness: Likeness;
  /** Average similarity that two groups need to be merged. */
  threshold: number;
}

/**
 * Groups texts by topic: average link over smoothed similarity. The default threshold is a quarter of the way
 * from the average similarity of any two texts to that of nearest neighbours, because studies differ in how
 * narrow their subject is. Deterministic for the same order of texts. Memory and time grow with the square of
 * their number.
 *
 * @param together existing groups; each text at most once
 * @param closeness position of the threshold between any two texts and nearest neighbours, 0 to 1
 */
export function groupTexts(
  texts: readonly string[],
  together: readonly Together[] = [],
  closeness = usualCloseness,
): Grouping {
  const likeness = smooth(likenessOf(texts));
  const threshold = thresholdOf(likeness, closeness);
  const taken = new Set(together.flatMap(({ members }) => members));
  const blocks: Block[] = [
    ...together.flatMap(({ members, varied }) =>
      (varied ? partsOf(likeness, members, threshold) : [members])
        .filter((subject) => subject.length > 0)
        .map((subject) => ({ members: subject, fixed: true })),
    ),
    ...texts.flatMap((_, index) => (taken.has(index) ? [] : [{ members: [index], fixed: false }])),
  ];
  const groups = averageLink(likeness, blocks, threshold).map((joined) =>
    joined.flatMap((block) => (blocks[block] as Block).members).sort((a, b) => a - b),
  );
  return { groups: groups.sort(([a = 0], [b = 0]) => a - b), likeness, threshold };
}

/** Groups these texts on their own; the largest group first. */
export function partsOf(
  likeness: Likeness,
  members: readonly number[],
  threshold: number,
): number[][] {
  const blocks = members.map((member) => ({ members: [member], fixed: false }));
  return averageLink(likeness, blocks, threshold)
    .map((subject) => subject.map((block) => members[block] as number))
    .sort((a, b) => b.length - a.length);
}

function thresholdOf({ size, values }: Likeness, closeness: number): number {
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
  return Math.max(leastLikeness + fewTexts / Math.sqrt(size), any + closeness * (near - any));
}
