import { stopWords } from '../../src/language/stop-words.js';
import { words } from '../../src/language/tokens.js';

/** Quotes of 8 to 24 words, drawn from real words by Zipf's law; identical in every run. */
export function syntheticQuotes(texts: readonly string[], count: number): string[] {
  const random = numbers(7);
  const draw = wordDrawer(texts, random);
  return Array.from({ length: count }, () =>
    Array.from({ length: 8 + Math.floor(random() * 17) }, draw).join(' '),
  );
}

/** Questions of six different content words, drawn like the words of the quotes. */
export function syntheticQuestions(texts: readonly string[], count: number): string[] {
  const draw = wordDrawer(texts, numbers(11));
  return Array.from({ length: count }, () => {
    const drawn = new Set<string>();
    while (drawn.size < 6) {
      const word = draw();
      if (!stopWords.has(word)) drawn.add(word);
    }
    return [...drawn].join(' ');
  });
}

function wordDrawer(texts: readonly string[], random: () => number): () => string {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const ranked = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  const cumulative: number[] = [];
  let sum = 0;
  for (const place of ranked.keys()) {
    sum += 1 / (place + 5);
    cumulative.push(sum);
  }
  return () => ranked[firstAbove(cumulative, random() * sum)]!;
}

function firstAbove(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A Lehmer generator: evenly distributed, repeatable numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
