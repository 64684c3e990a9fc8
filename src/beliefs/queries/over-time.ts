import type { EvidenceKind } from '../../../db/entities/evidence.js';
import { kindForSignal } from '../../../db/queries/evidence.js';
import { teamStatement } from '../../../db/statement.js';

/** Qualifying quotes of a signal's themes, `kind` as it is for the signal. */
const quotesOfSignal = `
  from signal_themes link
  join evidence e on e.team_id = $1 and e.theme_id = link.theme_id and e.qualifies
 where link.team_id = $1`;

export interface QuotesOfDayRow {
  /** A date like `2026-03-31`, in UTC. */
  day: string;
  studyId: string;
  kind: EvidenceKind;
  quotes: number;
}

/** Dated quotes of signal `$2`, counted by day, study and kind; the earliest first. */
export const quotesByDay = teamStatement<QuotesOfDayRow, [signalId: string]>(
  'signals.quotesByDay',
  `select to_char(day, 'YYYY-MM-DD') as day, "studyId", kind, quotes
     from (select date_trunc('day', e.captured_at at time zone 'UTC') as day,
                  e.study_id as "studyId", ${kindForSignal} as kind, count(*)::int as quotes
           ${quotesOfSignal} and link.signal_id = $2 and e.captured_at is not null
            group by 1, 2, 3) counted
    order by 1, 2, 3`,
);

export interface SpeakerRow {
  studyId: string;
  studyName: string;
  participantName: string;
  /** Numbers of quotes. */
  supporting: number;
  opposing: number;
}

/** The people who said something on signal `$2`, by study; those with the most quotes first, `$3` at most. */
export const speakersOfSignal = teamStatement<SpeakerRow, [signalId: string, limit: number]>(
  'signals.speakers',
  `with said as (
     select e.study_id, e.participant_id,
            count(*) filter (where ${kindForSignal} = 'evidence')::int as supporting,
            count(*) filter (where ${kindForSignal} = 'counterEvidence')::int as opposing
     ${quotesOfSignal} and link.signal_id = $2
     group by e.study_id, e.participant_id
     order by count(*) desc, e.study_id, e.participant_id limit $3::int)
   select said.study_id as "studyId", st.name as "studyName", p.display_name as "participantName",
          said.supporting, said.opposing
     from said
    cross join lateral (select name from studies
      where team_id = $1 and study_id = said.study_id offset 0) st
    cross join lateral (select display_name from participants
      where team_id = $1 and participant_id = said.participant_id offset 0) p
    order by said.supporting + said.opposing desc, p.display_name, said.participant_id`,
);

/**
 * Supporting quotes of the signals `$2` by month. `$3` are the months' first instants, the earliest first;
 * `month` is a place in them, from 1. One signal at a time, which spares a sort of all their quotes.
 */
export const quotesByMonth = teamStatement<
  { signalId: string; month: number; quotes: number },
  [signalIds: readonly string[], months: readonly Date[]]
>(
  'signals.quotesByMonth',
  `select wanted.id as "signalId", counted.month, counted.quotes
     from unnest($2::text[]) as wanted(id)
    cross join lateral (
      select width_bucket(e.captured_at, $3::timestamptz[]) as month, count(*)::int as quotes
      ${quotesOfSignal} and link.signal_id = wanted.id
         and e.captured_at >= ($3::timestamptz[])[1] and ${kindForSignal} = 'evidence'
       group by 1) counted`,
);

export interface NewThemesRow {
  sourceItemId: string;
  participantName: string;
  capturedAt: Date;
  /** Themes of the study that no earlier interview of it had touched. */
  newThemes: number;
}

/** Analyzed interviews of study `$2` in the order in which they were held, `$3` at most. */
export const newThemesByInterview = teamStatement<NewThemesRow, [studyId: string, place: number]>(
  'studies.newThemes',
  `with interview as (
     select source_item_id, participant_id, captured_at,
            row_number() over (order by captured_at, source_item_id) as place
       from source_items where team_id = $1 and study_id = $2 and status = 'analyzed'),
   first as (
     select min(i.place) as place
       from evidence e join interview i on i.source_item_id = e.source_item_id
      where e.team_id = $1 and e.study_id = $2 and e.qualifies
      group by e.theme_id),
   counted as (select place, count(*)::int as new_themes from first group by place)
   select i.source_item_id as "sourceItemId", p.display_name as "participantName",
          i.captured_at as "capturedAt", coalesce(c.new_themes, 0) as "newThemes"
     from interview i
     left join counted c on c.place = i.place
    cross join lateral (select display_name from participants
      where team_id = $1 and participant_id = i.participant_id offset 0) p
    where i.place <= $3 order by i.place`,
);
