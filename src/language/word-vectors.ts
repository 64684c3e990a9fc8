import { readFileSync } from 'node:fs';
import { everydayShare } from './frame-words.js';

/**
 * Meanings of words, learned from general English: 100-dimensional GloVe vectors of the most frequent words
 * (Pennington, Socher, Manning 2014, public domain), one per stem, in bytes. `scripts/word-vectors.ts` writes the
 * file: a line of stems, then their vectors.
 */
const file = new URL('./word-vectors.bin', import.meta.url);
export const dimensions = 100;
/** Scale of the stored bytes: hardly any component of a unit vector exceeds 127. */
export const unit = 254;
/** A word in this share of short texts gets half the weight of a rare word. */
const halfShare = 0.05;

let vectors: ReadonlyMap<string, Int8Array> | undefined;

/** The vector of a stem; undefined if the stem is rare. */
function vectorOf(term: string): Int8Array | undefined {
  vectors ??= read();
  return vectors.get(term);
}

function read(): ReadonlyMap<string, Int8Array> {
  const bytes = readFileSync(file);
  const end = bytes.indexOf('\n');
  const stems = bytes.toString('utf8', 0, end).split(' ');
  const matrix = new Int8Array(bytes.buffer, bytes.byteOffset + end + 1, stems.length * dimensions);
  return new Map(
    stems.map((stem, at) => [stem, matrix.subarray(at * dimensions, (at + 1) * dimensions)]),
  );
}

/** The similarity of two stems: the cosine of their vectors, -1 to 1; 0 if one of them is rare. */
export function similarityOfWords(one: string, other: string): number {
  const [a, b] = [vectorOf(one), vectorOf(other)];
  return a && b ? dot(a, b) / unit ** 2 : 0;
}

/**
 * The direction of a text: the sum of its words' vectors, rarer words weighing more, as a unit vector; all 0 if no
 * word is known.
 */
export function directionOf(terms: readonly string[]): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const term of terms) {
    const vector = vectorOf(term);
    if (!vector) continue;
    const weight = halfShare / (halfShare + everydayShare(term));
    for (let at = 0; at < dimensions; at++) sum[at]! += weight * vector[at]!;
  }
  const length = Math.hypot(...sum);
  return length === 0 ? sum : sum.map((part) => part / length);
}

/** The similarity of two texts: the cosine of their directions, -1 to 1; 0 if no word of one is known. */
export function similarityOfTexts(a: Float32Array, b: Float32Array): number {
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  return lengths === 0 ? 0 : dot(a, b) / lengths;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
