import type { Sentiment } from '../../../db/entities/evidence.js';
import type { RecommendationState } from '../../../db/entities/recommendation.js';
import {
  type EvidenceRow,
  evidenceColumns,
  evidenceNames,
  kindForSignal,
  strongestFirst,
} from '../../../db/queries/evidence.js';
import { isActionable, type SignalRow, signalColumns } from '../../../db/queries/signals.js';
import { teamStatement } from '../../../db/statement.js';

const movedInTime = `s.last_updated_at >= coalesce($4::timestamptz, '-infinity')
  and s.last_updated_at < coalesce($5::timestamptz, 'infinity')`;

const foremost = (name: string, where: string, order: string, inTime = movedInTime) =>
  teamStatement<
    SignalRow,
    [shown: readonly number[], limit: number, from: Date | null, to: Date | null]
  >(
    `ask.foremost-signals.${name}`,
    `select ${signalColumns} from signals s
     where s.team_id = $1 and not s.archived and s.participant_count > 0
       and s.ref_number <> all ($2) and ${where} and ${inTime}
     order by ${order} limit $3`,
  );

export const byPeople = 's.participant_count desc, s.study_count desc, s.ref_number';
const byFewest =
  's.participant_count, s.study_count, s.counter_participant_count desc, s.ref_number';

/** True for a signal `s` with an open or accepted recommendation. */
const waitsToBeBuilt = `exists (
  select from recommendation_signals rs
  join recommendations r on r.team_id = rs.team_id and r.recommendation_id = rs.recommendation_id
  where rs.team_id = $1 and rs.signal_id = s.signal_id and r.published and r.state in ('open', 'accepted'))`;

/** True for a signal `s` with a theme of this sentiment and none of the opposite one. */
const felt = (sentiment: Sentiment, opposite: Sentiment): string => `(
  select coalesce(bool_or(t.sentiment = '${sentiment}') and not bool_or(t.sentiment = '${opposite}'), false)
    from signal_themes st join themes t on t.team_id = $1 and t.theme_id = st.theme_id
   where st.team_id = $1 and st.signal_id = s.signal_id)`;

/**
 * Signals with supporting people that are not archived, except those in $2 (ref numbers); at most $3. They changed
 * from $4 until $5 (`old`: were last mentioned then); null sets no limit.
 */
export const foremostSignals = {
  strongest: foremost('strongest', 'true', byPeople),
  liked: foremost('liked', felt('positive', 'negative'), byPeople),
  disliked: foremost('disliked', felt('negative', 'positive'), byPeople),
  latest: foremost('latest', 'true', 's.last_updated_at desc, s.signal_id'),
  actionable: foremost('actionable', `${isActionable} and ${waitsToBeBuilt}`, byPeople),
  'least sure': foremost('least-sure', 'true', byFewest),
  'one study': foremost('one-study', 's.study_count = 1', byPeople),
  'one person': foremost('one-person', 's.participant_count = 1', byPeople),
  contested: foremost(
    'contested',
    's.counter_participant_count > 0',
    's.counter_participant_count desc, s.participant_count, s.ref_number',
  ),
  old: foremost(
    'old',
    'true',
    's.latest_captured_at, s.ref_number',
    `s.latest_captured_at >= coalesce($4::timestamptz, '-infinity') and s.latest_captured_at < $5`,
  ),
};

/** The sentences of the beliefs that most people support, archived ones last; at most $2. */
export const strongestBeliefs = teamStatement<
  Pick<SignalRow, 'signalId' | 'refNumber' | 'label'>,
  [limit: number]
>(
  'ask.strongest-beliefs',
  `select s.signal_id as "signalId", s.ref_number as "refNumber", s.label from signals s
   where s.team_id = $1 and s.participant_count > 0
   order by s.archived, ${byPeople} limit $2`,
);

/** Signals by ref number ($2), including archived ones; at most $3. */
export const signalsByRef = teamStatement<
  SignalRow,
  [refNumbers: readonly number[], limit: number]
>(
  'ask.signals-by-ref',
  `select ${signalColumns} from signals s
   where s.team_id = $1 and s.ref_number = any ($2)
   order by array_position($2, s.ref_number) limit $3`,
);

export interface Recommended {
  refNumber: number;
  title: string;
  state: RecommendationState;
}

/** The last updated open or accepted recommendation for each signal in $2. */
export const recommendedForSignals = teamStatement<Recommended, [signalIds: readonly string[]]>(
  'ask.recommended-for-signals',
  `select s.ref_number as "refNumber", r.title, r.state
   from signals s
   cross join lateral (
     select r.title, r.state
     from recommendation_signals rs
     join recommendations r
       on r.team_id = rs.team_id and r.recommendation_id = rs.recommendation_id
     where rs.team_id = s.team_id and rs.signal_id = s.signal_id
       and r.published and r.state in ('open', 'accepted')
     order by r.updated_at desc, r.recommendation_id limit 1
   ) r
   where s.team_id = $1 and s.signal_id = any ($2)
   order by array_position($2, s.signal_id)`,
);

/** An accepted or shipped recommendation for a belief. */
export interface Decided {
  signalId: string;
  title: string;
  state: 'accepted' | 'shipped';
}

/** The last updated accepted or shipped recommendation for each signal in $2 that has one. */
export const decidedForSignals = teamStatement<Decided, [signalIds: readonly string[]]>(
  'ask.decided-for-signals',
  `select distinct on (rs.signal_id) rs.signal_id as "signalId", r.title, r.state
   from recommendation_signals rs
   join recommendations r on r.team_id = $1 and r.recommendation_id = rs.recommendation_id
   where rs.team_id = $1 and rs.signal_id = any ($2)
     and r.published and r.state in ('accepted', 'shipped')
   order by rs.signal_id, r.updated_at desc, r.recommendation_id`,
);

/** Open and accepted research gaps, newest first; at most $2. */
export const openGaps = teamStatement<{ refNumber: number; description: string }, [limit: number]>(
  'ask.open-gaps',
  `select s.ref_number as "refNumber", g.description
   from research_gaps g
   join signals s on s.team_id = $1 and s.signal_id = g.signal_id
   where g.team_id = $1 and g.status in ('open', 'accepted')
   order by g.created_at desc, g.research_gap_id limit $2`,
);

/** Shipped recommendations, latest first; at most $2. */
export const shippedRecommendations = teamStatement<
  { refNumber: number; title: string },
  [limit: number]
>(
  'ask.shipped-recommendations',
  `select min(s.ref_number) as "refNumber", r.title
   from recommendations r
   join recommendation_signals rs on rs.team_id = $1 and rs.recommendation_id = r.recommendation_id
   join signals s on s.team_id = $1 and s.signal_id = rs.signal_id
   where r.team_id = $1 and r.published and r.outcome = 'shipped'
   group by r.recommendation_id, r.title, r.updated_at
   order by r.updated_at desc, r.recommendation_id limit $2`,
);

/**
 * Studies with analyzed interviews, the last heard first, at most $2, and the number of people and studies in all.
 * Counts interviews from $3 until $4; null sets no limit.
 */
export const heardStudies = teamStatement<
  { name: string; people: number; allPeople: number; allStudies: number },
  [limit: number, from: Date | null, to: Date | null]
>(
  'ask.heard-studies',
  `with heard as (
     select study_id, participant_id, captured_at from source_items
      where team_id = $1 and status = 'analyzed'
        and captured_at >= coalesce($3::timestamptz, '-infinity')
        and captured_at < coalesce($4::timestamptz, 'infinity'))
   select st.name, count(distinct h.participant_id)::int as people, a.people as "allPeople", a.studies as "allStudies"
     from heard h
     join studies st on st.team_id = $1 and st.study_id = h.study_id
     cross join (select count(distinct participant_id)::int as people, count(distinct study_id)::int as studies
                   from heard) a
    group by st.study_id, st.name, a.people, a.studies
    order by max(h.captured_at) desc, st.study_id limit $2`,
);

/** A quote with the belief that it supports or contradicts; null if it belongs to none. */
export type QuoteOfPerson = EvidenceRow & { signalId: string | null };

/**
 * The strongest quotes of each participant in $2 from $3 until $4, at most $5 per participant, strongest first. A
 * quote of several beliefs has the one that most people support.
 */
export const strongestOfPeople = teamStatement<
  QuoteOfPerson,
  [participantIds: readonly string[], from: Date | null, to: Date | null, limit: number]
>(
  'ask.strongest-of-people',
  `select ${evidenceColumns('coalesce(belief.kind, e.kind)')}, belief."signalId"
     from unnest($2::text[]) as person (id)
     cross join lateral (
       select e.* from source_items si
         join evidence e on e.team_id = $1 and e.source_item_id = si.source_item_id and e.qualifies
        where si.team_id = $1 and si.participant_id = person.id
          and ($3::timestamptz is null or e.captured_at >= $3) and ($4::timestamptz is null or e.captured_at < $4)
        order by ${strongestFirst} limit $5) e
     ${evidenceNames}
     left join lateral (
       select link.signal_id as "signalId", ${kindForSignal} as kind
         from signal_themes link
         join signals s on s.team_id = $1 and s.signal_id = link.signal_id and not s.archived
        where link.team_id = $1 and link.theme_id = e.theme_id
        order by ${byPeople} limit 1) belief on true
    order by ${strongestFirst}`,
);

/** Words of a participant, with who said them, in which interview, and when. */
export type AttributedWords = Pick<
  EvidenceRow,
  | 'quote'
  | 'sourceItemId'
  | 'studyId'
  | 'studyName'
  | 'participantId'
  | 'participantName'
  | 'capturedAt'
>;

/** The strongest quotes of people ($2) that are no evidence yet, from $3 until $4; at most $5. */
export const waitingOfPeople = teamStatement<
  AttributedWords,
  [participantIds: readonly string[], from: Date | null, to: Date | null, limit: number]
>(
  'ask.waiting-of-people',
  `select q.quote, q.source_item_id as "sourceItemId", q.study_id as "studyId", s.name as "studyName",
     q.participant_id as "participantId", p.display_name as "participantName", i.captured_at as "capturedAt"
     from extracted_quotes q
     join source_items i on i.team_id = $1 and i.source_item_id = q.source_item_id
     join studies s on s.team_id = $1 and s.study_id = q.study_id
     join participants p on p.team_id = $1 and p.participant_id = q.participant_id
    where q.team_id = $1 and q.participant_id = any ($2) and not q.dropped
      and ($3::timestamptz is null or i.captured_at >= $3) and ($4::timestamptz is null or i.captured_at < $4)
    order by q.strength desc, q.quote_id limit $5`,
);

/** The team's name, and the names and objectives of its newest studies; at most $2. */
export const namesOfResearch = teamStatement<
  { team: string; studies: readonly string[] },
  [limit: number]
>(
  'ask.names-of-research',
  `select t.name as team, array(
     select concat_ws(' ', st.name, left(st.objective, 1000)) from studies st
      where st.team_id = $1 order by st.created_at desc, st.study_id limit $2) as studies
     from teams t where t.team_id = $1`,
);

/** Signals whose words or questions match a tsquery ($2), including archived ones, best first; at most $3. */
export const signalsNaming = teamStatement<{ signalId: string }, [tsquery: string, limit: number]>(
  'ask.signals-naming',
  `select s.signal_id as "signalId" from signals s
   where s.team_id = $1 and s.search_words @@ to_tsquery('english', $2)
   order by ts_rank(s.search_words, to_tsquery('english', $2)) desc, s.signal_id
   limit $3`,
);

/** The words of each theme of the signals in $2 and of its link, cut at 1,000 characters; at most 2,000 themes. */
export const wordsOfThemes = teamStatement<
  { signalId: string; themeId: string; words: string },
  [signalIds: readonly string[]]
>(
  'ask.words-of-themes',
  `select link.signal_id as "signalId", link.theme_id as "themeId",
     left(regexp_replace(concat_ws(' ', t.label, t.description, link.narrative), '“[^”]*”', '', 'g'), 1000) as words
   from signal_themes link
   join themes t on t.team_id = $1 and t.theme_id = link.theme_id
   where link.team_id = $1 and link.signal_id = any ($2)
   order by link.signal_id, link.position limit 2000`,
);

/** Any signals that are not archived, at most $2. */
export const someSignals = teamStatement<{ signalId: string }, [limit: number]>(
  'ask.some-signals',
  `select signal_id as "signalId" from signals where team_id = $1 and not archived limit $2`,
);
