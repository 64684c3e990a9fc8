import { evidenceColumns, evidenceNames, strongestFirst } from '../../../db/queries/evidence.js';
import { teamStatement } from '../../../db/statement.js';
import { byPeople, type QuoteOfPerson } from './ask-facts.js';

/** Terms of which every quote about leaving a product has one. */
const termsOfLeaving =
  `account altern cancel churn competitor drop end gave give given go migrat money move quit renew replac
  shop stop switch termin uninstal unsubscrib worth`
    .split(/\s+/)
    .join(' | ');

/**
 * Quotes by which people left the product or may leave it: those that a call was opened for, unless that was dismissed;
 * those that a model found to say so; and candidates by their words (`marked` is false). Captured from $2 until $3; null
 * sets no limit. At most $4, marked ones and the strongest first.
 */
export const quotesOfLeaving = teamStatement<
  QuoteOfPerson & { marked: boolean },
  [from: Date | null, to: Date | null, limit: number]
>(
  'ask.quotes-of-leaving',
  `with found as (
     select evidence_id, bool_or(marked) as marked from (
       select e.evidence_id, true as marked
         from action_cards c
         join evidence e on e.team_id = $1 and e.source_item_id = c.source_item_id and e.quote = c.quote
        where c.team_id = $1 and c.type = 'live_call' and c.reason = 'churn_risk' and c.resolution is distinct from 'dismissed'
       union all
       select x.quote_id, true from extracted_quotes x where x.team_id = $1 and x.urgency = 'churn_risk'
       union all
       (select w.evidence_id, false from evidence_search w
         where w.team_id = $1 and w.vector @@ '${termsOfLeaving}'::tsquery limit 5000)) any_of
     group by evidence_id)
   select ${evidenceColumns()}, belief."signalId", e.marked
     from (select e.*, found.marked
             from found
             join evidence e on e.team_id = $1 and e.evidence_id = found.evidence_id and e.qualifies and not e.prompted
            where ($2::timestamptz is null or e.captured_at >= $2) and ($3::timestamptz is null or e.captured_at < $3)
            order by found.marked desc, ${strongestFirst} limit $4) e
     ${evidenceNames}
     left join lateral (
       select link.signal_id as "signalId"
         from signal_themes link
         join signals s on s.team_id = $1 and s.signal_id = link.signal_id and not s.archived
        where link.team_id = $1 and link.theme_id = e.theme_id
        order by ${byPeople} limit 1) belief on true
    order by e.marked desc, ${strongestFirst}`,
);
