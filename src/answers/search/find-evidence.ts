import type { EvidenceKind } from '../../../db/entities/evidence.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import {
  evidenceCandidates,
  foundEvidence,
  foundEvidenceOfSignal,
} from '../../../db/queries/evidence-search.js';
import type { TeamDatabase } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { terms } from '../../language/tokens.js';
import {
  type Fused,
  findByMeaning,
  fuse,
  type SearchScope,
} from '../embeddings/find-by-meaning.js';
import { buildConcepts, type QueryModel } from './concept.js';
import { quoteDigest } from './index-row.js';
import { matchQuery } from './match-query.js';
import { type Candidate, passage, type Ranked, rank, type Surroundings } from './rank.js';
import { loadVocabulary } from './vocabulary.js';

interface Found {
  query: QueryModel;
  ranked: Ranked<Candidate>[];
}

interface Reading {
  /** Share of its weight that a term keeps in this text. */
  shareOf?: (term: string) => number;
  surroundings: Surroundings;
}

/** The team's qualifying evidence on the subject of a text, best first, at most 400. */
export async function findEvidence(
  db: TeamDatabase,
  text: string,
  scope: SearchScope,
  { shareOf = () => 1, surroundings }: Reading,
): Promise<Found> {
  const sequence = terms(text);
  const vocabulary = await loadVocabulary(db, sequence);
  const { documents, terms: indexedTerms } = vocabulary.statistics;
  const query: QueryModel = {
    sequence,
    concepts: buildConcepts(sequence, vocabulary).map((concept) => ({
      ...concept,
      weight: concept.weight * shareOf(concept.term),
    })),
    averageLength: documents > 0 ? indexedTerms / documents : 1,
  };
  const candidates = await loadCandidates(db, text, query, scope);
  return { query, ranked: rank(query, candidates, surroundings) };
}

async function loadCandidates(
  db: TeamDatabase,
  text: string,
  { concepts }: QueryModel,
  { signalId, studyId, kind }: SearchScope,
): Promise<Candidate[]> {
  const scoped = signalId !== undefined || studyId !== undefined;
  const found = matchQuery(concepts, scoped);
  if (!found) return [];
  const inSignal = studyId === undefined ? 'signal' : 'signalAndStudy';
  const inStudy = studyId === undefined ? 'team' : 'study';
  return db.rows(evidenceCandidates[signalId === undefined ? inStudy : inSignal], {
    match: found.match,
    digest: quoteDigest(text),
    words: found.words,
    weights: found.weights,
    kind: kind ?? null,
    signalId,
    studyId,
  });
}

export interface EvidenceSearch {
  /** A question, or a pasted quote or complaint. */
  query: string;
  signalId?: string | undefined;
  studyId?: string | undefined;
  /**
   * Relative to this signal, if one is given: under a contradicting theme the kinds are swapped.
   */
  kind?: EvidenceKind | undefined;
  /** 1 to 50. */
  limit?: number | undefined;
  /** 0 to 1; hits below it are dropped. */
  minScore?: number | undefined;
}

export interface EvidenceHit {
  item: EvidenceRow;
  /** 0 (unrelated) to 1 (the quote itself). */
  score: number;
}

/**
 * The evidence nearest to a text by its words and, with embeddings, by its meaning, best first; ids and scores only.
 */
export async function nearestEvidence(
  ctx: Context,
  text: string,
  scope: SearchScope,
  surroundings: Surroundings,
): Promise<Fused[]> {
  const [{ ranked }, meanings] = await Promise.all([
    findEvidence(ctx.db, text, scope, { surroundings }),
    findByMeaning(ctx, text, scope),
  ]);
  return fuse(ranked, meanings);
}

/**
 * The team's evidence nearest to a query, best first (docs/api.md). An unknown scope matches
 * nothing.
 */
export async function searchEvidence(
  ctx: Context,
  { query, signalId, studyId, kind = 'evidence', limit = 10, minScore = 0 }: EvidenceSearch,
): Promise<EvidenceHit[]> {
  const found = await nearestEvidence(ctx, query, { signalId, studyId, kind }, passage);
  const best = found.filter(({ score }) => score >= minScore).slice(0, limit);
  const ids = best.map(({ evidenceId }) => evidenceId);
  const rows = await (signalId === undefined
    ? ctx.db.rows(foundEvidence, ids)
    : ctx.db.rows(foundEvidenceOfSignal, ids, signalId));
  const byId = new Map(rows.map((row) => [row.evidenceId, row]));
  return best.flatMap(({ evidenceId, score }) => {
    const item = byId.get(evidenceId);
    return item ? [{ item, score }] : [];
  });
}
