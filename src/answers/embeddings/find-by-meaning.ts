import type { EvidenceKind } from '../../../db/entities/evidence.js';
import {
  nearestByIndex,
  nearestInMeaning,
  searchByIndex,
  usableModel,
} from '../../../db/queries/embeddings.js';
import { withoutNames } from '../../beliefs/participants/without-names.js';
import { type Context, inTransaction } from '../../core/context.js';
import type { Candidate, Ranked } from '../search/rank.js';

/** Limits a search. */
export interface SearchScope {
  signalId?: string | undefined;
  studyId?: string | undefined;
  /** Both kinds if absent. */
  kind?: EvidenceKind | undefined;
}

/** Similarity in meaning of the scope's quotes to a text, by evidence id: 0 (like any two quotes) to 1 (the same). */
export type Meanings = ReadonlyMap<string, number>;

const none: Meanings = new Map();

/**
 * Up to this number, quotes are compared one by one, exactly and within about 20 ms; a scope or the
 * rarer kind seldom has more.
 */
const EXACT_UP_TO = 5_000;

/**
 * Returns the quotes that are nearest to a text in meaning; none without embeddings, before the
 * team's quotes are embedded, or while the endpoint fails. Team and scope are those of the lexical
 * search.
 */
export async function findByMeaning(
  ctx: Context,
  text: string,
  { signalId, studyId, kind }: SearchScope,
): Promise<Meanings> {
  const queries = ctx.models?.queryVectors;
  if (!queries) return none;
  const usable = await ctx.db.row(usableModel, queries.model.name);
  if (!usable) return none;
  const { data } = await withoutNames(ctx, text);
  const vector = await queries.of(data, usable.model, ctx.log);
  if (!vector) return none;
  const nearest = { model: usable.model, vector: vectorText(vector), kind: kind ?? null };
  const whole = signalId === undefined && studyId === undefined && kind !== 'counterEvidence';
  const byIndex =
    whole &&
    usable.documents > EXACT_UP_TO &&
    ctx.models?.vectorStore?.indexes(vector.length) === true;
  const rows = await (byIndex
    ? inTransaction(ctx, async (tx) => {
        await tx.db.rows(searchByIndex);
        return tx.db.rows(
          nearestByIndex(vector.length),
          nearest.model,
          nearest.vector,
          nearest.kind,
        );
      })
    : ctx.db.rows(nearestInMeaning, {
        ...nearest,
        studyId: studyId ?? null,
        signalId: signalId ?? null,
      }));
  return new Map(
    rows.map(({ evidenceId, similarity }) => [evidenceId, meaning(similarity, usable.background)]),
  );
}

/**
 * Similarity in meaning, 0 to 1. Models differ in the similarity of unrelated texts: up to that background, it counts
 * as 0.
 */
export function meaning(similarity: number, background: number): number {
  if (background >= 1) return 0;
  const above = Math.max(0, Math.min(1, (similarity - background) / (1 - background)));
  return above * above * (3 - 2 * above);
}

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

/** A vector in pgvector's text format. */
export const vectorText = (vector: readonly number[]): string => `[${vector.join(',')}]`;
