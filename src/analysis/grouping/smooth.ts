import type { Likeness } from './likeness.js';

// Tuned with the weights of features.ts.
const neighbours = 8;
const neighbourShare = 0.3;
const nearness = 1.5;
/** Texts below this similarity are not neighbours. */
const neighbourly = 0.07;

/**
 * Smooths similarity by comparing texts together with their nearest neighbours, so that two texts without a
 * common word are alike if they have the same neighbours. Returns cosines, 0 to 1.
 */
export function smooth({ size, values }: Likeness): Likeness {
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

/** A text and its nearest neighbours, each with its share of the smoothed vector. */
function view(values: Float32Array, size: number, row: number): Part[] {
  const near: Part[] = [];
  for (let index = 0; index < size; index++) {
    const share = values[row * size + index] as number;
    if (index === row || share <= 0) continue;
    if (near.length === neighbours && share <= (near.at(-1) as Part).share) continue;
    const place = near.findIndex((part) => share > part.share);
    near.splice(place === -1 ? near.length : place, 0, { index, share });
    if (near.length > neighbours) near.pop();
  }
  const weights = near.map(({ share }) => share ** nearness);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const alike = Math.min(1, (near[0]?.share ?? 0) / neighbourly);
  const company = Math.min(1, (size - 1) / neighbours);
  const given = neighbourShare * alike * company;
  const others = near.map(({ index }, place) => ({
    index,
    share: (given * (weights[place] as number)) / total,
  }));
  return [{ index: row, share: 1 - given }, ...others];
}
