import type { Stance, Verdict } from '../../../db/entities/analysis.js';
import { teamStatement } from '../../../db/statement.js';
import { isPlacedOtherwise, isRejected } from './rejected.js';
import { standsForAnother, strongestQuoteOfTheme, waitsForBelief } from './themes.js';

export const quotesAwait = teamStatement<{ waiting: boolean }>(
  'beliefs.quotesAwait',
  `select exists (select from extracted_quotes
                   where team_id = $1 and awaits_theme and theme_id is null and not dropped) as waiting`,
);

export interface ClaimRow {
  quoteId: string;
  quote: string;
  sourceItemId: string;
  participantId: string;
  studyId: string;
  entryId: string;
  stance: Stance;
  certainty: number;
  namesAi: boolean;
  things: string[];
  themeId: string | null;
  /** True if it is under a belief, or was placed by a person, and stays there. */
  settled: boolean;
  /** The model's judgment of whether the quote supports the belief; null if not asked. */
  verdict: Verdict | null;
  strength: number;
}

/** Themes that a person named or merged another into. */
const byPerson = `(t.label_by_person or exists (
  select from merged_beliefs m where m.team_id = $1 and m.kind = 'theme' and m.into_id = t.theme_id))`;

/**
 * All claims of the team, except those that people rejected or placed elsewhere, from interviews at or above the
 * quality bar `$2`.
 */
export const claimsOfTeam = teamStatement<ClaimRow, [qualityScore: number]>(
  'beliefs.claims',
  `select q.quote_id as "quoteId", q.quote, q.source_item_id as "sourceItemId", q.participant_id as "participantId", q.study_id as "studyId",
          q.entry_id as "entryId", q.stance, q.certainty, q.names_ai as "namesAi", q.things, q.theme_id as "themeId",
          coalesce(t.belief_key is not null or ${byPerson}, false) as settled, q.verdict, q.strength
     from extracted_quotes q
     join source_items i on i.team_id = $1 and i.source_item_id = q.source_item_id and i.status = 'analyzed'
      and coalesce(i.quality_score >= $2::float8, true)
     left join themes t on t.team_id = $1 and t.theme_id = q.theme_id
    where q.team_id = $1 and q.entry_id is not null and not q.dropped and not ${isRejected('q', 'q.entry_id')}
      and not ${isPlacedOtherwise('q')}
    order by q.quote_id`,
);

/** The number of participants per study, and of those who say that they use AI. */
export const heardStudies = teamStatement<{ studyId: string; people: number; aiUsers: number }>(
  'beliefs.heardStudies',
  `select i.study_id as "studyId", count(distinct i.participant_id)::int as people,
          count(distinct i.participant_id) filter (where a.uses_ai)::int as "aiUsers"
     from source_items i
     left join analyses a on a.team_id = $1 and a.source_item_id = i.source_item_id
    where i.team_id = $1 and i.status = 'analyzed'
    group by i.study_id order by 1`,
);

/** Inserts themes of beliefs, one per study: `[{themeId, studyId, label, description, foundedBy, key}]` in JSON. */
export const foundBeliefThemes = teamStatement<{ themeId: string }, [planned: string]>(
  'beliefs.foundThemes',
  `insert into themes (team_id, theme_id, study_id, label, description, sentiment, founded_by, belief_key)
   select $1, x."themeId", x."studyId", x.label, x.description, 'neutral', x."foundedBy", x.key
     from jsonb_to_recordset($2::jsonb)
       as x("themeId" text, "studyId" text, label text, description text, "foundedBy" text, key text)
   on conflict (team_id, theme_id) do nothing
   returning theme_id as "themeId"`,
);

/** The themes of the beliefs `$2` that exist; a theme that a person named has an id of its own. */
export const themesOfBeliefs = teamStatement<
  { themeId: string; studyId: string; key: string },
  [beliefKeys: readonly string[]]
>(
  'beliefs.themesOfBeliefs',
  `select theme_id as "themeId", study_id as "studyId", belief_key as key from themes
    where team_id = $1 and belief_key = any ($2::text[])`,
);

/** Inserts signals of beliefs (JSON); assignRefs numbers them. */
export const foundBeliefSignals = teamStatement<{ signalId: string }, [signals: string]>(
  'beliefs.foundSignals',
  `insert into signals (team_id, signal_id, ref_number, label, description, implication, founded_by, belief_key,
          belief_thing)
   select $1, x."signalId", x.placeholder, x.label, x.description, x.implication, x."foundedBy", x.key, x.thing
     from jsonb_to_recordset($2::jsonb)
       as x("signalId" text, placeholder int, label text, description text, implication text, "foundedBy" text,
            key text, thing text)
   on conflict (team_id, signal_id) do nothing
   returning signal_id as "signalId"`,
);

/** Links themes of beliefs to their signals, after existing links: `[{signalId, themeId, place}]` in JSON. */
export const linkBeliefThemes = teamStatement<
  { signalId: string; themeId: string },
  [planned: string]
>(
  'beliefs.linkThemes',
  `insert into signal_themes (team_id, signal_id, theme_id, position, relationship)
   select $1, x."signalId", x."themeId",
          x.place + (select coalesce(max(position) + 1, 0) from signal_themes st
                      where st.team_id = $1 and st.signal_id = x."signalId"),
          'supports'
     from jsonb_to_recordset($2::jsonb) as x("signalId" text, "themeId" text, place int)
   on conflict (team_id, signal_id, theme_id) do nothing
   returning signal_id as "signalId", theme_id as "themeId"`,
);

/** Stores how representative quotes are of their beliefs: `[{quoteId, strength}]` in JSON. */
export const writeStrengths = teamStatement<never, [moves: string]>(
  'beliefs.writeStrengths',
  `update extracted_quotes q set strength = x.strength
     from jsonb_to_recordset($2::jsonb) as x("quoteId" text, strength float8)
    where q.team_id = $1 and q.quote_id = x."quoteId" and q.strength is distinct from x.strength`,
);

/** Removes other quotes with the same words as the quotes `$2` from their topics; returns them. */
export const leaveTopics = teamStatement<
  { quoteId: string; themeId: string },
  [quoteIds: readonly string[]]
>(
  'beliefs.leaveTopics',
  `with other as (
     select o.quote_id, o.theme_id
       from extracted_quotes q
       join extracted_quotes o on o.team_id = $1 and o.source_item_id = q.source_item_id and o.quote = q.quote
        and o.quote_id <> q.quote_id and o.tags = '{}'
       join themes t on t.team_id = $1 and t.theme_id = o.theme_id and t.belief_key is null
        and t.founded_by is not null and not ${byPerson}
      where q.team_id = $1 and q.quote_id = any ($2::text[]) and not o.quote_id = any ($2::text[])),
   left_out as (
     update extracted_quotes o set theme_id = null, awaits_theme = false
       from other where o.team_id = $1 and o.quote_id = other.quote_id)
   select quote_id as "quoteId", theme_id as "themeId" from other order by 1`,
);

/** Deletes the evidence `$2`, which search has forgotten already. */
export const deleteEvidence = teamStatement<never, [evidenceIds: readonly string[]]>(
  'beliefs.deleteEvidence',
  'delete from evidence where team_id = $1 and evidence_id = any ($2::text[])',
);

/** Marks the quotes among `$2` whose passage another quote represents as no longer waiting. */
export const settlePassages = teamStatement<never, [quoteIds: readonly string[]]>(
  'beliefs.settlePassages',
  `update extracted_quotes q set awaits_theme = false
    where q.team_id = $1 and q.quote_id = any ($2::text[]) and q.awaits_theme and ${standsForAnother}`,
);

/**
 * Topics without a belief in the studies `$2` (null: all), most people first, with their strongest quote; at most
 * `$3`.
 */
export const waitingTopics = teamStatement<
  {
    themeId: string;
    label: string;
    people: number;
    quote: string | null;
    all: number;
  },
  [studyIds: readonly string[] | null, limit: number]
>(
  'beliefs.waitingTopics',
  `select t.theme_id as "themeId", t.label, t.participant_count as people, count(*) over ()::int as all,
          ${strongestQuoteOfTheme} as quote
     from themes t
    where ${waitsForBelief} and ($2::text[] is null or t.study_id = any ($2::text[]))
    order by t.participant_count desc, t.theme_id limit $3`,
);

/** Quotes without a theme in the studies `$2` (null: all), at most `$3`, with the number of all of them. */
export const waitingQuotes = teamStatement<
  { quote: string; all: number },
  [studyIds: readonly string[] | null, limit: number]
>(
  'beliefs.waitingQuotes',
  `select quote, count(*) over ()::int as all from extracted_quotes
    where team_id = $1 and theme_id is null and not dropped and ($2::text[] is null or study_id = any ($2::text[]))
    order by quote_id limit $3`,
);

/** True if theme `$2` has a signal or was created by the codebook. */
export const bearsBelief = teamStatement<{ bears: boolean }, [themeId: string]>(
  'beliefs.bearsBelief',
  `select t.belief_key is not null or exists (select from signal_themes st
                                               where st.team_id = $1 and st.theme_id = t.theme_id) as bears
     from themes t where t.team_id = $1 and t.theme_id = $2`,
);

/** Every quote of signal `$2`. */
export const quotesOfSignal = teamStatement<
  {
    evidenceId: string;
    studyId: string;
    themeId: string;
  },
  [signalId: string]
>(
  'beliefs.quotesOfSignal',
  `select e.evidence_id as "evidenceId", e.study_id as "studyId", e.theme_id as "themeId"
     from signal_themes st
     join evidence e on e.team_id = $1 and e.theme_id = st.theme_id
    where st.team_id = $1 and st.signal_id = $2 order by e.evidence_id`,
);

/** Signals by the codebook entry that created them. */
export const refsOfEntries = teamStatement<{ entryId: string; refNumber: number }>(
  'beliefs.refsOfEntries',
  `select split_part(belief_key, '/', 1) as "entryId", ref_number as "refNumber" from signals
    where team_id = $1 and belief_key is not null order by ref_number`,
);

/** Open signals with themes of the studies `$2`. */
export const signalsOfStudies = teamStatement<{ signals: number }, [studyIds: readonly string[]]>(
  'beliefs.signalsOfStudies',
  `select count(distinct s.signal_id)::int as signals
     from signals s
     join signal_themes st on st.team_id = $1 and st.signal_id = s.signal_id
     join themes t on t.team_id = $1 and t.theme_id = st.theme_id and t.study_id = any ($2::text[])
    where s.team_id = $1 and not s.archived`,
);

/** Interviews that were read before and can be read again. */
export const itemsToReread = teamStatement<{ sourceItemId: string; studyId: string }>(
  'beliefs.itemsToReread',
  `select i.source_item_id as "sourceItemId", i.study_id as "studyId"
     from source_items i
     join analyses a on a.team_id = $1 and a.source_item_id = i.source_item_id and a.analyst <> 'person'
    where i.team_id = $1 and i.transcript is not null order by i.source_item_id`,
);

export const openSignals = teamStatement<{ open: boolean }>(
  'beliefs.openSignals',
  'select exists (select from signals where team_id = $1 and not archived) as open',
);

/** Signals that the entries `$2` created and that no person named, with the thing in their statement. */
export const signalsToReword = teamStatement<
  {
    signalId: string;
    entryId: string;
    key: string;
    thing: string | null;
  },
  [entryIds: readonly string[]]
>(
  'beliefs.signalsToReword',
  `select signal_id as "signalId", split_part(belief_key, '/', 1) as "entryId", belief_key as key,
          belief_thing as thing
     from signals
    where team_id = $1 and split_part(belief_key, '/', 1) = any ($2::text[]) and not label_by_person
    order by signal_id`,
);

/** Sets the labels and descriptions of signals (`$2`, JSON with the keys of their beliefs) and of their themes; returns the themes. */
export const rewordBeliefs = teamStatement<{ themeId: string }, [signals: string]>(
  'beliefs.reword',
  `with reworded as materialized (
     select * from jsonb_to_recordset($2::jsonb) as x("signalId" text, key text, label text, description text)),
   signal as (
     update signals s set label = reworded.label, description = reworded.description
       from reworded where s.team_id = $1 and s.signal_id = reworded."signalId")
   update themes t set label = reworded.label, description = reworded.description
     from reworded where t.team_id = $1 and t.belief_key = reworded.key and not t.label_by_person
   returning t.theme_id as "themeId"`,
);

/** Stores a team's entries `$2` (JSON) at `$3`, instead of what it had under their ids. */
export const storeEntries = teamStatement<never, [entries: string, now: Date]>(
  'beliefs.storeEntries',
  `insert into codebook_entries (team_id, entry_id, definition, retired, updated_at)
   select $1, x.entry ->> 'id', x.entry, x.retired, $3
     from jsonb_to_recordset($2::jsonb) as x(entry jsonb, retired boolean)
   on conflict (team_id, entry_id) do update set
     definition = excluded.definition, retired = excluded.retired, updated_at = excluded.updated_at`,
);

/** Drops a team's own versions of the entries `$2`. */
export const dropEntries = teamStatement<never, [entryIds: readonly string[]]>(
  'beliefs.dropEntries',
  'delete from codebook_entries where team_id = $1 and entry_id = any ($2::text[])',
);
