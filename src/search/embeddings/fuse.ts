import type { Candidate, Ranked } from '../rank.js';
import type { Meanings } from './find-by-meaning.js';

/** A quote that was found by its words, by its meaning, or by both. */
export interface Fused {
  evidenceId: string;
  /** 0 to 1. */
  score: number;
}

/**
 * One ranking of two: a quote is as sure as either way makes it, and surer for both. So a score stays 0 to 1,
 * a quote without a vector keeps the score of its words, and a pasted quote stays first.
 */
export function fuse(ranked: readonly Ranked<Candidate>[], meanings: Meanings): Fused[] {
  const exact = new Set<string>();
  const scores = new Map(meanings);
  for (const { candidate, score } of ranked) {
    const { evidenceId } = candidate;
    if (candidate.exact) exact.add(evidenceId);
    scores.set(evidenceId, 1 - (1 - score) * (1 - (meanings.get(evidenceId) ?? 0)));
  }
  return [...scores]
    .map(([evidenceId, score]) => ({ evidenceId, score }))
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        Number(exact.has(b.evidenceId)) - Number(exact.has(a.evidenceId)) ||
        b.score - a.score ||
        (a.evidenceId < b.evidenceId ? -1 : 1),
    );
}
