import { lockTeam } from '../../db/queries/teams.js';
import { itemsOfSameTalks } from '../../db/queries/transcripts.js';
import { settleBeliefs } from '../analysis/settle-beliefs.js';
import { refreshSearch } from '../answers/search/refresh-search.js';
import { refreshFactsOf } from '../beliefs/signals/refresh-facts.js';
import { cardsChanged } from '../core/announce.js';
import type { Context } from '../core/context.js';
import * as remove from './queries/remove-material.js';

interface Removed {
  sourceItemIds?: readonly string[];
  quoteIds?: readonly string[];
}

/** Records affected by the removal. Their counts are up to date, and the engine must process them. */
export interface Touched {
  themeIds: string[];
  signalIds: string[];
  studyIds: string[];
  sourceItemIds: string[];
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/**
 * Removes interviews with all their quotes, and single quotes, from evidence, search and cards, in the caller's
 * transaction. Updates the affected beliefs and deletes empty ones. Also deletes participants with no other
 * interview.
 */
export async function removeMaterial(
  tx: Context,
  { sourceItemIds = [], quoteIds = [] }: Removed,
): Promise<Touched> {
  await tx.db.row(lockTeam);
  const stood = await tx.db.rows(remove.standsOnEvidence, sourceItemIds, quoteIds);
  const items = distinct([...stood.map((row) => row.sourceItemId), ...sourceItemIds]);
  await tx.db.rows(remove.disqualifyEvidence, sourceItemIds, quoteIds);
  // search needs the rows to subtract their words from its counts
  await refreshSearch(tx, { sourceItemIds: items });
  await tx.db.rows(remove.deleteEvidence, sourceItemIds, quoteIds);
  await tx.db.rows(remove.deleteQuotes, sourceItemIds, quoteIds);
  await cardsChanged(tx, await tx.db.rows(remove.releaseCards, sourceItemIds));
  const sameTalks = await tx.db.rows(itemsOfSameTalks, sourceItemIds);
  const gone = await tx.db.rows(remove.deleteSourceItems, sourceItemIds);
  // The turns of the others in the talk were indexed as context of these quotes.
  const left = sameTalks.filter(({ sourceItemId }) => !sourceItemIds.includes(sourceItemId));
  if (left.length > 0) {
    await refreshSearch(tx, { sourceItemIds: left.map(({ sourceItemId }) => sourceItemId) });
  }
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
