import * as remove from '../../db/queries/ingest/remove-material.js';
import { lockTeam } from '../../db/queries/teams.js';
import { settleBeliefs } from '../analysis/settle-beliefs.js';
import type { Context } from '../context.js';
import { cardsChanged } from '../outbox.js';
import { refreshSearch } from '../search/refresh-search.js';
import { refreshFactsOf } from '../signals/refresh-facts.js';

export interface Removed {
  sourceItemIds?: readonly string[];
  quoteIds?: readonly string[];
}

/** What stood on what was removed: its counts are right again, the engine has to look at it. */
export interface Touched {
  themeIds: string[];
  signalIds: string[];
  studyIds: string[];
  sourceItemIds: string[];
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/**
 * Removes interviews with all their quotes, and single quotes, from evidence, search and cards, and counts
 * anew what stood on them: beliefs without anything left go, others lose these words. In the caller's
 * transaction. Participants whom only these interviews knew go too.
 */
export async function removeMaterial(
  tx: Context,
  { sourceItemIds = [], quoteIds = [] }: Removed,
): Promise<Touched> {
  await tx.db.row(lockTeam);
  const stood = await tx.db.rows(remove.standsOnEvidence, sourceItemIds, quoteIds);
  const items = distinct([...stood.map((row) => row.sourceItemId), ...sourceItemIds]);
  await tx.db.rows(remove.disqualifyEvidence, sourceItemIds, quoteIds);
  // While its rows are there, search can take their words out of its counts.
  await refreshSearch(tx, { sourceItemIds: items });
  await tx.db.rows(remove.deleteEvidence, sourceItemIds, quoteIds);
  await tx.db.rows(remove.deleteQuotes, sourceItemIds, quoteIds);
  await cardsChanged(tx, await tx.db.rows(remove.releaseCards, sourceItemIds));
  const gone = await tx.db.rows(remove.deleteSourceItems, sourceItemIds);
  await tx.db.rows(
    remove.deleteOrphans,
    gone.map((row) => row.participantId),
  );
  const themeIds = distinct(stood.map((row) => row.themeId));
  const touched = {
    themeIds,
    ...(await settleBeliefs(tx, themeIds)),
    studyIds: distinct([...stood, ...gone].map((row) => row.studyId)),
    sourceItemIds: items,
  };
  await refreshFactsOf(tx, touched);
  return touched;
}
