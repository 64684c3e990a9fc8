import type { Urgency } from '../../../db/entities/analysis.js';
import type { SignalStage } from '../../../db/entities/signal.js';
import { statementVariants } from '../../../db/queries/keyset.js';
import { teamStatement } from '../../../db/statement.js';

export interface CallQuoteRow {
  quoteId: string;
  quote: string;
  strength: number;
  prompted: boolean;
  /** The reason for a live call, checked by a model; null: the quote's words decide. */
  urgency: Urgency | null;
  /** True if analysis found it in a transcript, false if a person linked it. */
  wasRead: boolean;
  sourceItemId: string;
  participantId: string;
  studyId: string;
  studyName: string;
  themeId: string | null;
  /** The signal that the quote contradicts; of several, the one with the most supporters. */
  signalId: string | null;
  stage: SignalStage | null;
  /** True if it is from the recent days, false if only an open call rests on it. */
  recent: boolean;
  refNumber: number | null;
  label: string | null;
}

/**
 * Quotes from interviews after `since` and up to `now`, and those in `quoteIds` of any date: qualifying quotes, and
 * quotes of live interviews that have no theme yet. A signal needs `people` supporters to be contradicted. With
 * `only`, limited to `sourceItemIds`.
 */
export const callQuotes = statementVariants<
  CallQuoteRow,
  { only: boolean },
  {
    sourceItemIds: readonly string[] | null;
    since: Date;
    now: Date;
    quoteIds: readonly (string | null)[];
    people: number;
  }
>(({ only }) =>
  teamStatement(`engine.callQuotes${only ? '.only' : ''}`, ($) => {
    const recent = `i.captured_at > ${$.since} and i.captured_at <= ${$.now}`;
    return `with item as materialized (
       select i.source_item_id, i.participant_id, i.study_id, i.status, ${recent} as recent, s.name as study_name
         from source_items i
         join studies s on s.team_id = $1 and s.study_id = i.study_id
        where i.team_id = $1
          and (${recent} or exists (select from engine_causes c
                                     where c.team_id = $1 and c.rule = 'live_call' and c.gone_at is null
                                       and c.about_id = i.source_item_id))
          and ${only ? `i.source_item_id = any (${$.sourceItemIds}::text[])` : 'true'}),
     said as (
       select e.evidence_id as quote_id, e.quote, e.strength, e.prompted, x.urgency, x.quote_id is not null as was_read, e.theme_id, e.kind, item.*
         from item
         join evidence e on e.team_id = $1 and e.source_item_id = item.source_item_id and e.qualifies
         left join extracted_quotes x on x.team_id = $1 and x.quote_id = e.evidence_id
       union all
       select x.quote_id, x.quote, x.strength, x.prompted, x.urgency, true, null, null, item.*
         from item
         join extracted_quotes x on x.team_id = $1 and x.source_item_id = item.source_item_id
          and x.theme_id is null and not x.dropped
        where item.status not in ('failed', 'analysis_failed'))
     select said.quote_id as "quoteId", said.quote, said.strength, said.prompted, said.urgency, said.was_read as "wasRead",
            said.source_item_id as "sourceItemId", said.participant_id as "participantId",
            said.study_id as "studyId", said.study_name as "studyName", said.theme_id as "themeId",
            said.recent, against.signal_id as "signalId", against.stage, against.ref_number as "refNumber", against.label
       from said
       left join lateral (
         select s.signal_id, s.stage, s.ref_number, s.label
           from signal_themes link
           join signals s on s.team_id = $1 and s.signal_id = link.signal_id and not s.archived
            and s.participant_count >= ${$.people}
          where link.team_id = $1 and link.theme_id = said.theme_id
            and (said.kind = 'evidence') <> (link.relationship <> 'contradicts')
          order by s.participant_count desc, s.ref_number limit 1) against on true
      where said.recent or said.quote_id = any (${$.quoteIds}::text[])
      order by said.strength desc, said.quote_id`;
  }),
);
