import { type Features, rarity, stemsAndPairs, stemsAndRelated } from './features.js';

/** Pairwise similarity of `size` items: `values[row * size + column]`, symmetric. */
export interface Likeness {
  size: number;
  values: Float32Array;
}

/** Two ways to compare texts, whose errors partly cancel out. */
const views: readonly [Features, share: number][] = [
  [stemsAndPairs, 0.6],
  [stemsAndRelated, 0.4],
];

interface Posting {
  text: number;
  weight: number;
}

/**
 * Computes pairwise similarity by words, 0 to 1, from these texts and frequencies in everyday English. Memory
 * grows with the square of their number; callers bound it.
 */
export function likenessOf(texts: readonly string[]): Likeness {
  const size = texts.length;
  const values = new Float32Array(size * size);
  for (const [features, share] of views) {
    for (const postings of weighted(texts, features)) addProducts(values, size, postings, share);
  }
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < row; column++) {
      values[column * size + row] = values[row * size + column] as number;
    }
  }
  return { size, values };
}

/** For each feature that two texts share: the texts that contain it, with their cosine weights. */
function weighted(texts: readonly string[], features: Features): Posting[][] {
  const byFeature = new Map<string, Posting[]>();
  for (const [text, content] of texts.entries()) {
    for (const [feature, count] of features(content)) {
      const posting = { text, weight: count > 1 ? 1 + Math.log(count) : count };
      const known = byFeature.get(feature);
      if (known) known.push(posting);
      else byFeature.set(feature, [posting]);
    }
  }
  const squares = new Float64Array(texts.length);
  for (const [feature, postings] of byFeature) {
    const worth = rarity(feature, postings.length, texts.length);
    for (const posting of postings) {
      posting.weight *= worth;
      squares[posting.text] = (squares[posting.text] as number) + posting.weight ** 2;
    }
    if (worth === 0) byFeature.delete(feature);
  }
  for (const postings of byFeature.values()) {
    for (const posting of postings) {
      posting.weight /= Math.sqrt(squares[posting.text] as number) || 1;
    }
  }
  return [...byFeature.values()];
}

/** Adds to the lower triangle and the diagonal; texts come in ascending order. */
function addProducts(
  values: Float32Array,
  size: number,
  postings: readonly Posting[],
  share: number,
): void {
  for (const [index, { text, weight }] of postings.entries()) {
    const row = text * size;
    const shared = share * weight;
    for (let other = 0; other <= index; other++) {
      const { text: column, weight: theirs } = postings[other] as Posting;
      values[row + column] = (values[row + column] as number) + shared * theirs;
    }
  }
}
