import type { EvidenceKind } from '../../../db/entities/evidence.js';
import type { EvidenceRow } from '../../../db/queries/evidence.js';
import { foundEvidence, foundEvidenceOfSignal } from '../../../db/queries/evidence-search.js';
import type { Context } from '../../core/context.js';
import { findByMeaning } from './embeddings/find-by-meaning.js';
import { fuse } from './embeddings/fuse.js';
import { findEvidence } from './find-evidence.js';

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
 * The team's evidence nearest to a query, best first (docs/api.md). An unknown scope matches
 * nothing.
 */
export async function searchEvidence(
  ctx: Context,
  { query, signalId, studyId, kind = 'evidence', limit = 10, minScore = 0 }: EvidenceSearch,
): Promise<EvidenceHit[]> {
  const scope = { signalId, studyId, kind };
  const [{ ranked }, meanings] = await Promise.all([
    findEvidence(ctx.db, query, scope),
    findByMeaning(ctx, query, scope),
  ]);
  const found = fuse(ranked, meanings);
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
