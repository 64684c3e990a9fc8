import { SET_ASIDE } from '../../../db/queries/set-aside.js';
import { teamStatement } from '../../../db/statement.js';

/** The words of a quote in lower case, without punctuation (SQL). */
const wordsIn = (quote: string): string =>
  `(' ' || regexp_replace(lower(${quote}), '[^[:alnum:]]+', ' ', 'g') || ' ')`;
const contains = (outer: string, inner: string): string =>
  `position(trim(${wordsIn(inner)}) in ${wordsIn(outer)}) > 0`;

/**
 * True for an extracted quote `q` that a person rejected for entry `entry`: the same quote, or one of the same
 * interview with other boundaries.
 */
export const isRejected = (q: string, entry: string): string => `exists (
  select from rejected_quotes r
   where r.team_id = $1 and r.source_item_id = ${q}.source_item_id and r.entry_id = ${entry}
     and (r.quote_id = ${q}.quote_id or ${contains(`${q}.quote`, 'r.quote')} or ${contains('r.quote', `${q}.quote`)}))`;

/**
 * True for a quote `q` without a theme if a person put its words, or part of them, under a belief in another quote:
 * later readings do not place them anywhere else.
 */
export const isPlacedOtherwise = (q: string): string => `(${q}.theme_id is null and exists (
  select from extracted_quotes o
    join themes ot on ot.team_id = $1 and ot.theme_id = o.theme_id and ot.belief_key <> '${SET_ASIDE}'
   where o.team_id = $1 and o.source_item_id = ${q}.source_item_id and o.placed_by_person and o.quote_id <> ${q}.quote_id
     and (${contains(`${q}.quote`, 'o.quote')} or ${contains('o.quote', `${q}.quote`)})))`;

/** Takes back that the quotes `$2` were rejected for entry `$5` or signal `$6`, with these boundaries or others. */
export const takeBackRejections = teamStatement<
  never,
  [
    quoteIds: readonly string[],
    sourceItemIds: readonly string[],
    quotes: readonly string[],
    entryId: string,
    signalId: string,
  ]
>(
  'rejected.takeBack',
  `delete from rejected_quotes r
    using unnest($2::text[], $3::text[], $4::text[]) as x (quote_id, source_item_id, quote)
    where r.team_id = $1 and r.source_item_id = x.source_item_id and (r.entry_id = $5 or r.signal_id = $6)
      and (r.quote_id = x.quote_id or ${contains('x.quote', 'r.quote')} or ${contains('r.quote', 'x.quote')})`,
);

/** The quotes that people rejected, by entry; the latest `$2` of each. */
export const rejectedByEntry = teamStatement<
  { entryId: string; quotes: string[] },
  [mostPerEntry: number]
>(
  'rejected.byEntry',
  `select entry_id as "entryId", array_agg(quote order by rejected_at, quote_id) as quotes
     from (select entry_id, quote_id, quote, rejected_at,
                  row_number() over (partition by entry_id order by rejected_at desc, quote_id) as place
             from rejected_quotes where team_id = $1) r
    where place <= $2
    group by entry_id order by entry_id`,
);

/** Quote `$3` of signal `$2`, with the entry that its theme belongs to, else that of the signal. */
export const quoteOfSignal = teamStatement<
  {
    themeId: string;
    studyId: string;
    sourceItemId: string;
    quote: string;
    entryId: string | null;
  },
  [signalId: string, evidenceId: string]
>(
  'rejected.quoteOfSignal',
  `select e.theme_id as "themeId", e.study_id as "studyId", e.source_item_id as "sourceItemId", e.quote,
          split_part(coalesce(t.belief_key, s.belief_key), '/', 1) as "entryId"
     from evidence e
     join signal_themes st on st.team_id = $1 and st.theme_id = e.theme_id and st.signal_id = $2
     join themes t on t.team_id = $1 and t.theme_id = e.theme_id
     join signals s on s.team_id = $1 and s.signal_id = $2
    where e.team_id = $1 and e.evidence_id = $3`,
);

/** Makes a quote that is set aside neutral: neither counter-evidence nor with a note. */
export const takeNoSide = teamStatement<never, [evidenceId: string]>(
  'rejected.takeNoSide',
  `update evidence set kind = 'evidence', note = null where team_id = $1 and evidence_id = $2`,
);
