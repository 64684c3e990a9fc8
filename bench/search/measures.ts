export interface Quality {
  ndcg: number;
  recall: number;
  reciprocalRank: number;
}

/** nDCG@10 with binary gains, recall@10, and the reciprocal rank of the first hit among 100. */
export function quality(ranked: readonly string[], relevant: readonly string[]): Quality {
  const wanted = new Set(relevant);
  const gains = ranked.slice(0, 10).map((id) => (wanted.has(id) ? 1 : 0));
  const discounted = (values: readonly number[]): number =>
    values.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
  const ideal = discounted(new Array<number>(Math.min(10, wanted.size)).fill(1));
  const first = ranked.slice(0, 100).findIndex((id) => wanted.has(id));
  return {
    ndcg: discounted(gains) / ideal,
    recall: gains.reduce<number>((sum, gain) => sum + gain, 0) / wanted.size,
    reciprocalRank: first === -1 ? 0 : 1 / (first + 1),
  };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

export function meanQuality(all: readonly Quality[]): Quality {
  return {
    ndcg: mean(all.map((one) => one.ndcg)),
    recall: mean(all.map((one) => one.recall)),
    reciprocalRank: mean(all.map((one) => one.reciprocalRank)),
  };
}

/** The value below which `share` of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
