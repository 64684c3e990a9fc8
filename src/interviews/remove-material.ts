import { lockTeam } from '../../db/queries/teams.js';
import { itemsOfSameTalks } from '../../db/queries/transcripts.js';
import { teamStatement } from '../../db/statement.js';
import { settleBeliefs } from '../analysis/settle-beliefs.js';
import { refreshSearch } from '../answers/search/refresh-search.js';
import { refreshFactsOf } from '../beliefs/signals/refresh-facts.js';
import type { Context } from '../core/context.js';
import { cardsChanged } from '../core/outbox.js';

/** Evidence of the interviews `$2`, or with the ids `$3`. */
const affected = 'team_id = $1 and (source_item_id = any ($2) or evidence_id = any ($3))';

/** The themes, studies and interviews of this evidence. */
const standsOnEvidence = teamStatement<
  {
    themeId: string;
    studyId: string;
    sourceItemId: string;
  },
  [sourceItemIds: readonly string[], quoteIds: readonly string[]]
>(
  'standsOnEvidence',
  `select distinct theme_id as "themeId", study_id as "studyId", source_item_id as "sourceItemId"
     from evidence where ${affected}`,
);

/** Takes the evidence out of all counts and search, before it is deleted. */
const disqualifyEvidence = teamStatement<
  never,
  [sourceItemIds: readonly string[], quoteIds: readonly string[]]
>('disqualify', `update evidence set qualifies = false, withdrawn = true where ${affected}`);

const deleteEvidence = teamStatement<
  never,
  [sourceItemIds: readonly string[], quoteIds: readonly string[]]
>('remove.evidence', `delete from evidence where ${affected}`);

const deleteQuotes = teamStatement<
  never,
  [sourceItemIds: readonly string[], quoteIds: readonly string[]]
>(
  'remove.quotes',
  `delete from extracted_quotes where team_id = $1 and (source_item_id = any ($2) or quote_id = any ($3))`,
);

/**
 * Detaches cards from the interviews `$2`, which are about to be deleted; the engine closes its own. A failed
 * interview's card knows its participant only through the interview.
 */
const releaseCards = teamStatement<{ actionCardId: string }, [sourceItemIds: readonly string[]]>(
  'releaseCards',
  `update action_cards
      set source_item_id = null,
          participant_id = case when type <> 'interview_failure' then participant_id end
    where team_id = $1 and source_item_id = any ($2)
   returning action_card_id as "actionCardId"`,
);

const deleteSourceItems = teamStatement<
  { participantId: string; studyId: string },
  [sourceItemIds: readonly string[]]
>(
  'remove.sourceItems',
  `delete from source_items where team_id = $1 and source_item_id = any ($2)
   returning participant_id as "participantId", study_id as "studyId"`,
);

/** Deletes the participants among `$2` that ingestion created and that have no data left. */
const deleteOrphans = teamStatement<never, [participantIds: readonly string[]]>(
  'remove.orphans',
  `delete from participants p
    where p.team_id = $1 and p.participant_id = any ($2) and p.participant_id like 'pt-%'
      and not exists (select from source_items i where i.team_id = $1 and i.participant_id = p.participant_id)
      and not exists (select from action_cards c where c.team_id = $1 and c.participant_id = p.participant_id)`,
);

interface Removed {
  sourceItemIds?: readonly string[];
  quoteIds?: readonly string[];
}

/** Records affected by the removal: their counts are up to date, and the engine must process them. */
export interface Touched {
  themeIds: string[];
  signalIds: string[];
  studyIds: string[];
  sourceItemIds: string[];
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/**
 * Removes interviews with all their quotes, and single quotes, from evidence, search and cards, in the caller's
 * transaction, and updates the affected beliefs; empty ones are deleted. Participants with no other interview
 * are deleted too.
 */
export async function removeMaterial(
  tx: Context,
  { sourceItemIds = [], quoteIds = [] }: Removed,
): Promise<Touched> {
  await tx.db.row(lockTeam);
  const stood = await tx.db.rows(standsOnEvidence, sourceItemIds, quoteIds);
  const items = distinct([...stood.map((row) => row.sourceItemId), ...sourceItemIds]);
  await tx.db.rows(disqualifyEvidence, sourceItemIds, quoteIds);
  // search needs the rows to subtract their words from its counts
  await refreshSearch(tx, { sourceItemIds: items });
  await tx.db.rows(deleteEvidence, sourceItemIds, quoteIds);
  await tx.db.rows(deleteQuotes, sourceItemIds, quoteIds);
  await cardsChanged(tx, await tx.db.rows(releaseCards, sourceItemIds));
  const sameTalks = await tx.db.rows(itemsOfSameTalks, sourceItemIds);
  const gone = await tx.db.rows(deleteSourceItems, sourceItemIds);
  // The turns of the others in the talk were indexed as context of these quotes.
  const left = sameTalks.filter(({ sourceItemId }) => !sourceItemIds.includes(sourceItemId));
  if (left.length > 0) {
    await refreshSearch(tx, { sourceItemIds: left.map(({ sourceItemId }) => sourceItemId) });
  }
  await tx.db.rows(
    deleteOrphans,
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
