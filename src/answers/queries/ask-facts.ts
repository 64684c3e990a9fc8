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

const byPeople = 's.participant_count desc, s.study_count desc, s.ref_number';
const byFewest =
  's.participant_count, s.study_count, s.counter_participant_count desc, s.ref_number';

/** True for a signal `s` with a recommendation that waits for a decision or for being built. */
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
 * Signals that have supporting people and are not archived, without those of $2 (numbers of refs);
 * at most $3. They changed from $4 until $5, or were last spoken of then; null sets no limit.
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

/** The sentences of the beliefs that most people state, archived ones last; at most $2. */
export const strongestBeliefs = teamStatement<
  Pick<SignalRow, 'signalId' | 'refNumber' | 'label'>,
  [limit: number]
>(
  'ask.strongest-beliefs',
  `select s.signal_id as "signalId", s.ref_number as "refNumber", s.label from signals s
   where s.team_id = $1 and s.participant_count > 0
   order by s.archived, ${byPeople} limit $2`,
);

/** Signals by the numbers of their refs ($2), archived ones too; at most $3. */
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

/** The recommendation that waits and was touched last, for each of the signals of $2. */
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

/** A recommendation that a team took up for a belief. */
export interface Decided {
  signalId: string;
  title: string;
  state: 'accepted' | 'shipped';
}

/** The recommendation that was accepted or shipped and touched last, for each of the signals of $2 that has one. */
export const decidedForSignals = teamStatement<Decided, [signalIds: readonly string[]]>(
  'ask.decided-for-signals',
  `select distinct on (rs.signal_id) rs.signal_id as "signalId", r.title, r.state
   from recommendation_signals rs
   join recommendations r on r.team_id = $1 and r.recommendation_id = rs.recommendation_id
   where rs.team_id = $1 and rs.signal_id = any ($2)
     and r.published and r.state in ('accepted', 'shipped')
   order by rs.signal_id, r.updated_at desc, r.recommendation_id`,
);

/** Gaps that wait for an answer, the newest first; at most $2. */
export const openGaps = teamStatement<{ refNumber: number; description: string }, [limit: number]>(
  'ask.open-gaps',
  `select s.ref_number as "refNumber", g.description
   from research_gaps g
   join signals s on s.team_id = $1 and s.signal_id = g.signal_id
   where g.team_id = $1 and g.status in ('open', 'accepted')
   order by g.created_at desc, g.research_gap_id limit $2`,
);

/** Recommendations that were shipped, the latest first; at most $2. */
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
 * Studies with interviews that were analyzed, the last heard first, at most $2; and how many people and studies there
 * are in all. Interviews from $3 until $4; null sets no limit.
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

/** A quote with the belief that it counts for or against; null if it is part of none. */
export type QuoteOfPerson = EvidenceRow & { signalId: string | null };

/**
 * The strongest quotes of each of some people ($2) from $3 until $4, at most $5 of each, the strongest first. If one counts for
 * several beliefs, it has the one that most people hold.
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

/** Terms of which every quote about leaving a product has one. */
const termsOfLeaving = [
  ...[
    'account',
    'altern',
    'cancel',
    'churn',
    'competitor',
    'drop',
    'end',
    'gave',
    'give',
    'given',
    'go',
    'migrat',
    'money',
  ],
  ...[
    'move',
    'quit',
    'renew',
    'replac',
    'shop',
    'stop',
    'switch',
    'termin',
    'uninstal',
    'unsubscrib',
    'worth',
  ],
].join(' | ');

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
   select ${evidenceColumns()}, belief."signalId", found.marked
     from found
     join evidence e on e.team_id = $1 and e.evidence_id = found.evidence_id and e.qualifies and not e.prompted
     ${evidenceNames}
     left join lateral (
       select link.signal_id as "signalId"
         from signal_themes link
         join signals s on s.team_id = $1 and s.signal_id = link.signal_id and not s.archived
        where link.team_id = $1 and link.theme_id = e.theme_id
        order by ${byPeople} limit 1) belief on true
    where ($2::timestamptz is null or e.captured_at >= $2) and ($3::timestamptz is null or e.captured_at < $3)
    order by found.marked desc, ${strongestFirst} limit $4`,
);

/** The name of the team, and those of its newest studies with what they are for; at most $2. */
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

/** The text of a signal that is indexed for search; the index signals_by_words has the same. */
const wordsOfSignal = `to_tsvector('english', s.label || ' ' || s.description || ' ' || coalesce(s.implication, ''))`;

/** Signals that a tsquery ($2) names, archived ones too, the best first; at most $3. */
export const signalsNaming = teamStatement<{ signalId: string }, [tsquery: string, limit: number]>(
  'ask.signals-naming',
  `select s.signal_id as "signalId" from signals s
   where s.team_id = $1 and ${wordsOfSignal} @@ to_tsquery('english', $2)
   order by ts_rank(${wordsOfSignal}, to_tsquery('english', $2)) desc, s.signal_id limit $3`,
);

/** The words of each theme of signals ($2) and of what links it, cut at 1,000 characters; at most 2,000 themes. */
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

/** Signals that are not archived, in any order, at most $2. */
export const someSignals = teamStatement<{ signalId: string }, [limit: number]>(
  'ask.some-signals',
  `select signal_id as "signalId" from signals where team_id = $1 and not archived limit $2`,
);
