import { itemsToCover, keepCoverage } from '../../db/queries/engine/coverage.js';
import type { Context } from '../context.js';
import { refreshFactsOf } from '../signals/refresh-facts.js';
import { touchedTargets } from './touched-targets.js';

/** Transcripts read at a time: memory is bounded by this, not by the study. */
const PAGE = 20;

/**
 * Finds out which learning targets each ingested interview touches with substance (api.md 2.9, coverage). What an
 * import says of its own interviews is left as it is. Gives the studies in which something was read.
 */
export async function settleCoverage(tx: Context): Promise<string[]> {
  const studyIds = new Set<string>();
  for (;;) {
    const items = await tx.db.rows(itemsToCover, PAGE);
    if (items.length === 0) break;
    const rows = items.map(({ sourceItemId, learningTargets, digest, ...interview }) => ({
      sourceItemId,
      targetIds: touchedTargets(interview, learningTargets),
      digest,
    }));
    await tx.db.rows(keepCoverage, JSON.stringify(rows));
    for (const { studyId } of items) studyIds.add(studyId);
  }
  if (studyIds.size > 0) await refreshFactsOf(tx, { studyIds: [...studyIds] });
  return [...studyIds];
}
