import { averageLink, type Block } from './average-link.js';
import { type Similarity, similarityOf } from './similarity.js';

// Tuned with the weights of similarity.ts.
const minSimilarity = 0.2;
export const usualCloseness = 0.25;
/** Raises the threshold for small sets of texts, in which similarities are unreliable. */
const fewTexts = 0.25;

/** Texts that belong together already; two such groups are never merged. */
interface Together {
  members: readonly number[];
  /** True if their topics may vary: a new text then needs to resemble only one topic, and each topic is a group. */
  varied?: boolean;
}

export interface Grouping {
  /** Indexes of texts, ascending; groups by their first text. */
  groups: number[][];
  similarity: Similarity;
  /** Average similarity that two groups need to be merged. */
  threshold: number;
}

/**
 * Groups texts by topic: average link over smoothed similarity. The default threshold is a quarter of the way
 * from the average similarity of any two texts to that of nearest neighbors, because studies differ in how
 * narrow their subject is. Deterministic for the same order of texts. Memory and time grow with the square of
 * their number.
 *
 * @param together existing groups; each text at most once
 * @param closeness position of the threshold between any two texts and nearest neighbors, 0 to 1
 */
export function groupTexts(
  texts: readonly string[],
  together: readonly Together[] = [],
  closeness = usualCloseness,
): Grouping {
  const similarity = smooth(similarityOf(texts));
  const threshold = thresholdOf(similarity, closeness);
  const taken = new Set(together.flatMap(({ members }) => members));
  const blocks: Block[] = [
    ...together.flatMap(({ members, varied }) =>
      (varied ? partsOf(similarity, members, threshold) : [members])
        .filter((subject) => subject.length > 0)
        .map((subject) => ({ members: subject, fixed: true })),
    ),
    ...texts.flatMap((_, index) => (taken.has(index) ? [] : [{ members: [index], fixed: false }])),
  ];
  const groups = averageLink(similarity, blocks, threshold).map((joined) =>
    joined.flatMap((block) => (blocks[block] as Block).members).sort((a, b) => a - b),
  );
  return { groups: groups.sort(([a = 0], [b = 0]) => a - b), similarity, threshold };
}

/** Groups these texts on their own; the largest group first. */
export function partsOf(
  similarity: Similarity,
  members: readonly number[],
  threshold: number,
): number[][] {
  const blocks = members.map((member) => ({ members: [member], fixed: false }));
  return averageLink(similarity, blocks, threshold)
    .map((subject) => subject.map((block) => members[block] as number))
    .sort((a, b) => b.length - a.length);
}

function thresholdOf({ size, values }: Similarity, closeness: number): number {
  if (size < 2) return minSimilarity;
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
  return Math.max(minSimilarity + fewTexts / Math.sqrt(size), any + closeness * (near - any));
}

// Tuned with the weights of similarity.ts.
const neighbors = 8;
const neighborShare = 0.3;
const nearness = 1.5;
/** Texts below this similarity are not neighbors. */
const neighborly = 0.07;

/**
 * Smooths similarity by comparing texts together with their nearest neighbors, so that two texts without a
 * common word are alike if they have the same neighbors. Returns cosines, 0 to 1.
 */
function smooth({ size, values }: Similarity): Similarity {
  const seen = Array.from({ length: size }, (_, row) => view(values, size, row));
  const half = new Float32Array(size * size);
  for (const [row, parts] of seen.entries()) {
    for (const { index, share } of parts) {
      const from = index * size;
      const to = row * size;
      for (let column = 0; column < size; column++) {
        half[to + column] =
          (half[to + column] as number) + share * (values[from + column] as number);
      }
    }
  }
  const smoothed = new Float32Array(size * size);
  for (let row = 0; row < size; row++) {
    for (const [column, parts] of seen.entries()) {
      let sum = 0;
      for (const { index, share } of parts) sum += share * (half[row * size + index] as number);
      smoothed[row * size + column] = sum;
    }
  }
  const lengths = Array.from({ length: size }, (_, row) =>
    Math.sqrt(smoothed[row * size + row] as number),
  );
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const scale = (lengths[row] as number) * (lengths[column] as number) || 1;
      smoothed[row * size + column] = (smoothed[row * size + column] as number) / scale;
    }
  }
  return { size, values: smoothed };
}

interface Part {
  index: number;
  share: number;
}

/** A text and its nearest neighbors, each with its share of the smoothed vector. */
function view(values: Float32Array, size: number, row: number): Part[] {
  const near: Part[] = [];
  for (let index = 0; index < size; index++) {
    const share = values[row * size + index] as number;
    if (index === row || share <= 0) continue;
    if (near.length === neighbors && share <= (near.at(-1) as Part).share) continue;
    const place = near.findIndex((part) => share > part.share);
    near.splice(place === -1 ? near.length : place, 0, { index, share });
    if (near.length > neighbors) near.pop();
  }
  const weights = near.map(({ share }) => share ** nearness);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const alike = Math.min(1, (near[0]?.share ?? 0) / neighborly);
  const company = Math.min(1, (size - 1) / neighbors);
  const given = neighborShare * alike * company;
  const others = near.map(({ index }, place) => ({
    index,
    share: (given * (weights[place] as number)) / total,
  }));
  return [{ index: row, share: 1 - given }, ...others];
}
