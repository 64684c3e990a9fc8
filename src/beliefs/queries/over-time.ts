import type { EvidenceKind } from '../../../db/entities/evidence.js';
import type { Signal } from '../../../db/entities/signal.js';
import { kindForSignal } from '../../../db/queries/evidence.js';
import { isFinding } from '../../../db/queries/set-aside.js';
import { teamStatement } from '../../../db/statement.js';

/** Qualifying quotes of a signal's themes; `kind` is relative to the signal. */
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

/** The people who said something about signal `$2`, by study; those with the most quotes first, `$3` at most. */
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

export const TREND_MONTHS = 12;

/** The first instants of the last twelve months in UTC, the oldest first. */
export const lastMonths = (now: Date): Date[] =>
  Array.from(
    { length: TREND_MONTHS },
    (_, at) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (TREND_MONTHS - 1 - at))),
  );

const nameOf = (month: Date): string => month.toISOString().slice(0, 7);

/** Counts of the last months in stored form, by month, so that a month keeps its key as time passes. */
export const namedMonths = (counts: readonly number[], now: Date): Record<string, number> =>
  Object.fromEntries(
    lastMonths(now).flatMap((month, at) => (counts[at] ? [[nameOf(month), counts[at]]] : [])),
  );

/** Stored counts as a list for the last months, oldest first; undefined before the first count. */
export const quotesOfMonths = (
  stored: Record<string, number> | null,
  now: Date,
): number[] | undefined =>
  stored ? lastMonths(now).map((month) => stored[nameOf(month)] ?? 0) : undefined;

/** Supporting quotes of the signals `$2` by month, as they are stored. */
export const quotesByMonth = teamStatement<
  Pick<Signal, 'signalId' | 'quotesByMonth'>,
  [signalIds: readonly string[]]
>(
  'signals.quotesByMonth',
  `select signal_id as "signalId", quotes_by_month as "quotesByMonth"
     from signals where team_id = $1 and signal_id = any ($2::text[])`,
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
   counted as (
     select first_source_item_id, count(*)::int as new_themes
       from themes where team_id = $1 and study_id = $2 and ${isFinding('themes')} group by first_source_item_id)
   select i.source_item_id as "sourceItemId", p.display_name as "participantName",
          i.captured_at as "capturedAt", coalesce(c.new_themes, 0) as "newThemes"
     from interview i
     left join counted c on c.first_source_item_id = i.source_item_id
    cross join lateral (select display_name from participants
      where team_id = $1 and participant_id = i.participant_id offset 0) p
    where i.place <= $3 order by i.place`,
);
