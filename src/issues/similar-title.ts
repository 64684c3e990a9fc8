/** Minimum share of common words for two titles to count as similar. */
const ALIKE = 0.5;

const words = (title: string): Set<string> =>
  new Set(title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);

/** Similarity of two titles, from 0 to 1: the share of common words (Dice). */
export function titleSimilarity(one: string, other: string): number {
  const [a, b] = [words(one), words(other)];
  if (a.size + b.size === 0) return 0;
  const common = [...a].filter((word) => b.has(word)).length;
  return (2 * common) / (a.size + b.size);
}

export const isSimilarTitle = (one: string, other: string): boolean =>
  titleSimilarity(one, other) >= ALIKE;
