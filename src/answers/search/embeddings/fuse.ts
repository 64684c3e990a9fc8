import type { Candidate, Ranked } from '../rank.js';
import type { Meanings } from './find-by-meaning.js';

/** A quote that was found by its words, by its meaning, or by both. */
export interface Fused {
  evidenceId: string;
  /** 0 to 1. */
  score: number;
}

/**
 * Merges two rankings into one: a quote scores at least its better score, and more if both find it.
 * So a score stays 0 to 1, a quote without a vector keeps its lexical score, and a pasted quote
 * stays first.
 */
export function fuse(ranked: readonly Ranked<Candidate>[], meanings: Meanings): Fused[] {
  const words = ranked.map(({ candidate: { evidenceId, exact }, score }) => ({
    evidenceId,
    exact,
    score: score + (1 - score) * (meanings.get(evidenceId) ?? 0),
  }));
  const found = new Set(words.map(({ evidenceId }) => evidenceId));
  const meaningAlone = [...meanings]
    .filter(([evidenceId, score]) => score > 0 && !found.has(evidenceId))
    .map(([evidenceId, score]) => ({ evidenceId, exact: false, score }));
  // Ties keep the order of their ranking, which is finer than the score.
  return [...words, ...meaningAlone]
    .sort((a, b) => Number(b.exact) - Number(a.exact) || b.score - a.score)
    .map(({ evidenceId, score }) => ({ evidenceId, score }));
}
