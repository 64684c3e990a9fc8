import type { ActionCardType } from '../../../db/entities/action-card.js';
import { statementVariants } from '../../../db/queries/keyset.js';
import { teamStatement } from '../../../db/statement.js';

export interface LiveCauseRow {
  cause: string;
  rule: string;
  aboutId: string;
  subjectId: string;
  minted: boolean;
  quoteId: string | null;
}

/** Current causes of the rules `$2`; with `only`, those about `$3`. */
export const liveCauses = statementVariants<
  LiveCauseRow,
  { only: boolean },
  [rules: readonly string[], aboutIds: readonly string[] | null]
>(({ only }) =>
  teamStatement(
    `engine.liveCauses${only ? '.only' : ''}`,
    `select cause, rule, about_id as "aboutId", subject_id as "subjectId", minted, quote_id as "quoteId"
       from engine_causes
      where team_id = $1 and rule = any ($2::text[]) and gone_at is null
        and ${only ? 'about_id = any ($3::text[])' : '$3::text[] is null'}
      order by cause`,
  ),
);

/**
 * The cards and gaps of the ended causes `$2`; `stands` is true for a pending card, and for an open, accepted or
 * dismissed gap.
 */
export const formerCauses = teamStatement<
  {
    cause: string;
    subjectId: string;
    minted: boolean;
    stands: boolean;
  },
  [causes: readonly string[]]
>(
  'engine.formerCauses',
  `select c.cause, c.subject_id as "subjectId", c.minted,
          coalesce(g.status in ('dismissed', 'open', 'accepted'), a.resolved_at is null and a.team_id is not null) as stands
     from engine_causes c
     left join research_gaps g on g.team_id = $1 and g.research_gap_id = c.subject_id
     left join action_cards a on a.team_id = $1 and a.action_card_id = c.subject_id
    where c.team_id = $1 and c.cause = any ($2::text[])`,
);

/** The newest imported card that matches each of the causes `$2` (JSON). */
export const importedCards = teamStatement<{ cause: string; subjectId: string }, [causes: string]>(
  'engine.importedCards',
  `select x.cause, c.action_card_id as "subjectId"
     from jsonb_to_recordset($2::jsonb)
       as x(cause text, rule text, pending boolean, "signalId" text, "recommendationId" text,
            "sourceItemId" text, "themeId" text, "studyId" text, reason text, since timestamptz)
    cross join lateral (
      select c.action_card_id from action_cards c
       where c.team_id = $1 and c.cause is null and c.type = x.rule
         and (not x.pending or c.resolved_at is null)
         and (x."signalId" is null or c.signal_id = x."signalId")
         and (x."recommendationId" is null or c.recommendation_id = x."recommendationId")
         and (x."sourceItemId" is null or c.source_item_id = x."sourceItemId")
         and (x."themeId" is null or x."themeId" = any (c.theme_ids))
         and (x."studyId" is null or x."studyId" = any (c.study_ids))
         and (x.reason is null or c.reason = x.reason)
         and (x.since is null or c.created_at >= x.since)
       order by c.created_at desc, c.action_card_id limit 1) c`,
);

/** The newest imported gap that matches each of the causes `$2` (JSON). */
export const importedGaps = teamStatement<{ cause: string; subjectId: string }, [causes: string]>(
  'engine.importedGaps',
  `select x.cause, g.research_gap_id as "subjectId"
     from jsonb_to_recordset($2::jsonb)
       as x(cause text, rule text, pending boolean, "signalId" text, since timestamptz)
    cross join lateral (
      select g.research_gap_id from research_gaps g
       where g.team_id = $1 and not g.minted and g.type = x.rule and g.signal_id = x."signalId"
         and (not x.pending or g.status in ('open', 'accepted'))
         and (x.since is null or g.created_at >= x.since)
       order by g.created_at desc, g.research_gap_id limit 1) g`,
);

/** Records that the causes `$2` (JSON) have held since `$3`. */
export const beginCauses = teamStatement<never, [rows: string, now: Date]>(
  'engine.beginCauses',
  `insert into engine_causes as c (team_id, cause, rule, about_id, subject_id, minted, quote_id, began_at)
   select $1, x.cause, x.rule, x."aboutId", x."subjectId", x.minted, x."quoteId", $3
     from jsonb_to_recordset($2::jsonb)
       as x(cause text, rule text, "aboutId" text, "subjectId" text, minted boolean, "quoteId" text)
   on conflict (team_id, cause) do update set
     subject_id = excluded.subject_id, minted = excluded.minted, quote_id = excluded.quote_id,
     began_at = excluded.began_at, gone_at = null`,
);

/** Records that the causes `$2` ended at `$3`. */
export const endCauses = teamStatement<never, [causes: readonly string[], now: Date]>(
  'engine.endCauses',
  `update engine_causes set gone_at = $3
    where team_id = $1 and cause = any ($2::text[]) and gone_at is null`,
);

/** Inserts cards (`$2`, JSON), created at `$3`. */
export const openCards = teamStatement<never, [cards: string, now: Date]>(
  'engine.mintCards',
  `insert into action_cards (team_id, action_card_id, type, summary, quote, reason, priority, urgency, created_at,
          study_ids, theme_ids, source_item_id, signal_id, recommendation_id, participant_id, cause)
   select $1, x."actionCardId", x.type, x.summary, x.quote, x.reason, x.priority, x.urgency, $3,
          coalesce(x."studyIds", '{}'), coalesce(x."themeIds", '{}'), x."sourceItemId", x."signalId",
          x."recommendationId", x."participantId", x.cause
     from jsonb_to_recordset($2::jsonb)
       as x("actionCardId" text, type text, summary text, quote text, reason text, priority smallint,
            urgency double precision, "studyIds" text[], "themeIds" text[], "sourceItemId" text, "signalId" text,
            "recommendationId" text, "participantId" text, cause text)`,
);

/** Inserts gaps (`$2`, JSON), found at `$3`. */
export const openGaps = teamStatement<never, [gaps: string, now: Date]>(
  'engine.mintGaps',
  `insert into research_gaps (team_id, research_gap_id, signal_id, type, description, suggested_action, created_at, minted)
   select $1, x."researchGapId", x."signalId", x.type, x.description, x."suggestedAction", $3, true
     from jsonb_to_recordset($2::jsonb)
       as x("researchGapId" text, "signalId" text, type text, description text, "suggestedAction" text)`,
);

/** Resolves the pending cards among `$2`, at `$3`. */
export const closeCards = teamStatement<
  {
    subjectId: string;
    rule: ActionCardType;
    summary: string;
  },
  [actionCardIds: readonly string[], now: Date]
>(
  'engine.closeCards',
  `update action_cards set resolved_at = $3, resolution = 'followed'
    where team_id = $1 and action_card_id = any ($2::text[]) and resolved_at is null
   returning action_card_id as "subjectId", type as rule, summary`,
);

/** Applies the gaps among `$2` that were not dismissed. */
export const closeGaps = teamStatement<
  { subjectId: string; rule: string; summary: string },
  [researchGapIds: readonly string[]]
>(
  'engine.closeGaps',
  `update research_gaps set status = 'applied'
    where team_id = $1 and research_gap_id = any ($2::text[]) and minted and status in ('open', 'accepted')
   returning research_gap_id as "subjectId", type as rule, description as summary`,
);
