import { teamStatement } from '../../../db/statement.js';

/** Evidence of the interviews `$2`, or with the ids `$3`. */
const affected = 'team_id = $1 and (source_item_id = any ($2) or evidence_id = any ($3))';

/** The themes, studies and interviews of this evidence. */
export const standsOnEvidence = teamStatement<
  {
    themeId: string;
    studyId: string;
    sourceItemId: string;
  },
  [sourceItemIds: readonly string[], quoteIds: readonly string[]]
>(
  'remove.standsOnEvidence',
  `select distinct theme_id as "themeId", study_id as "studyId", source_item_id as "sourceItemId"
     from evidence where ${affected}`,
);

/** Takes the evidence out of all counts and search, before it is deleted. */
export const disqualifyEvidence = teamStatement<
  never,
  [sourceItemIds: readonly string[], quoteIds: readonly string[]]
>('remove.disqualify', `update evidence set qualifies = false, withdrawn = true where ${affected}`);

export const deleteEvidence = teamStatement<
  never,
  [sourceItemIds: readonly string[], quoteIds: readonly string[]]
>('remove.evidence', `delete from evidence where ${affected}`);

/** Deletes the quotes, and a model's answers about their interviews. */
export const deleteQuotes = teamStatement<
  never,
  [sourceItemIds: readonly string[], quoteIds: readonly string[]]
>(
  'remove.quotes',
  `with said as (
     delete from extracted_quotes
      where team_id = $1 and (source_item_id = any ($2) or quote_id = any ($3))
     returning source_item_id)
   delete from model_answers
    where team_id = $1 and source_item_ids && ($2::text[] || array(select source_item_id from said))`,
);

/**
 * Detaches cards from the interviews `$2`, which are about to be deleted; the engine closes its own cards. A failed
 * interview's card knows its participant only through the interview.
 */
export const releaseCards = teamStatement<
  { actionCardId: string },
  [sourceItemIds: readonly string[]]
>(
  'remove.releaseCards',
  `update action_cards
      set source_item_id = null,
          participant_id = case when type <> 'interview_failure' then participant_id end
    where team_id = $1 and source_item_id = any ($2)
   returning action_card_id as "actionCardId"`,
);

export const deleteSourceItems = teamStatement<
  { participantId: string; studyId: string },
  [sourceItemIds: readonly string[]]
>(
  'remove.sourceItems',
  `delete from source_items where team_id = $1 and source_item_id = any ($2)
   returning participant_id as "participantId", study_id as "studyId"`,
);

/** Deletes the participants in `$2` that ingestion created and that have no data left. */
export const deleteOrphans = teamStatement<never, [participantIds: readonly string[]]>(
  'remove.orphans',
  `delete from participants p
    where p.team_id = $1 and p.participant_id = any ($2) and p.participant_id like 'pt-%'
      and not exists (select from source_items i where i.team_id = $1 and i.participant_id = p.participant_id)
      and not exists (select from action_cards c where c.team_id = $1 and c.participant_id = p.participant_id)`,
);
