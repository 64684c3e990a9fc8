import type { Relationship } from '../../entities/signal.js';
import { teamStatement } from '../../statement.js';

export const themesAwaitSignal = teamStatement<{ waiting: boolean }>(
  'analysis.themesAwaitSignal',
  'select exists (select from themes where team_id = $1 and awaits_signal) as waiting',
);

export interface ThemeToLink {
  themeId: string;
  studyId: string;
  label: string;
  description: string;
  sentiment: string;
  foundedBy: string | null;
  /** A person gave its name, or marked its quotes with it. */
  named: boolean;
  awaitsSignal: boolean;
  /** Who said its supporting quotes that qualify. */
  participantIds: string[];
  /** Its strongest quotes, up to eight. */
  quotes: string[];
  /** Who said each of them. */
  speakers: string[];
  /** Mean of its quotes that were read, -1 to 1; null where none was. */
  polarity: number | null;
  /** Signals that it is linked to. */
  signalIds: string[];
}

const named = `t.label_by_person or exists (select from extracted_quotes q
                                             where q.team_id = $1 and q.theme_id = t.theme_id and q.tags[1] is not null)`;

/** Every theme that has evidence, or those of `$2`, with what tells where it belongs. */
export const themesToLink = teamStatement<ThemeToLink>(
  'analysis.themesToLink',
  `select t.theme_id as "themeId", t.study_id as "studyId", t.label, t.description, t.sentiment,
          t.founded_by as "foundedBy", (${named}) as named, t.awaits_signal as "awaitsSignal", e.people as "participantIds", e.quotes, e.speakers,
          (select avg(q.polarity order by q.quote_id) from extracted_quotes q
            where q.team_id = $1 and q.theme_id = t.theme_id and not q.dropped) as polarity,
          array(select signal_id from signal_themes st
                 where st.team_id = $1 and st.theme_id = t.theme_id order by signal_id) as "signalIds"
     from themes t
    cross join lateral (
      select coalesce(array_agg(distinct participant_id) filter (where kind = 'evidence'), '{}') as people,
             (array_agg(quote order by strength desc, evidence_id))[1:8] as quotes,
             (array_agg(participant_id order by strength desc, evidence_id))[1:8] as speakers
        from evidence where team_id = $1 and theme_id = t.theme_id and qualifies) e
    where t.team_id = $1 and e.quotes is not null and ($2::text[] is null or t.theme_id = any ($2::text[]))
    order by t.theme_id`,
);

/** Signals with the next free place among their links. */
export const signalsToJoin = teamStatement<{
  signalId: string;
  foundedBy: string | null;
  places: number;
}>(
  'analysis.signalsToJoin',
  `select s.signal_id as "signalId", s.founded_by as "foundedBy", coalesce(max(st.position) + 1, 0)::int as places
     from signals s
     left join signal_themes st on st.team_id = $1 and st.signal_id = s.signal_id
    where s.team_id = $1 group by s.signal_id, s.founded_by order by s.signal_id`,
);

/** New signals, `[{signalId, placeholder, label, description, foundedBy}]` in JSON; assignRefs numbers them. */
export const foundSignals = teamStatement<never>(
  'analysis.foundSignals',
  `insert into signals (team_id, signal_id, ref_number, label, description, founded_by)
   select $1, x."signalId", x.placeholder, x.label, x.description, x."foundedBy"
     from jsonb_to_recordset($2::jsonb)
       as x("signalId" text, placeholder int, label text, description text, "foundedBy" text)
   on conflict (team_id, signal_id) do nothing`,
);

/** Links themes to signals, in JSON. */
export const linkThemes = teamStatement<never>(
  'analysis.linkThemes',
  `insert into signal_themes (team_id, signal_id, theme_id, position, relationship)
   select $1, x."signalId", x."themeId", x.position, x.relationship
     from jsonb_to_recordset($2::jsonb)
       as x("signalId" text, "themeId" text, position int, relationship text)
   on conflict (team_id, signal_id, theme_id) do nothing`,
);

/** What each link says of its study, `[{signalId, themeId, narrative}]` in JSON. */
export const writeNarratives = teamStatement<never>(
  'analysis.writeNarratives',
  `update signal_themes st set narrative = x.narrative
     from jsonb_to_recordset($2::jsonb) as x("signalId" text, "themeId" text, narrative text)
    where st.team_id = $1 and st.signal_id = x."signalId" and st.theme_id = x."themeId"
      and st.narrative is distinct from x.narrative`,
);

/** Links of the themes `$2` that the service founded, with what a narrative needs. */
export const linksOfThemes = teamStatement<{
  signalId: string;
  themeId: string;
  relationship: Relationship;
  people: number;
  quote: string;
}>(
  'analysis.linksOfThemes',
  `select st.signal_id as "signalId", st.theme_id as "themeId", st.relationship, t.participant_count as people, e.quote
     from signal_themes st
     join themes t on t.team_id = $1 and t.theme_id = st.theme_id and t.founded_by is not null
    cross join lateral (select quote from evidence
                         where team_id = $1 and theme_id = st.theme_id and qualifies and kind = 'evidence'
                         order by strength desc, evidence_id limit 1) e
    where st.team_id = $1 and st.theme_id = any ($2::text[])
    order by 1, 2`,
);

/** Signals were looked for, for the themes `$2`. */
export const settleThemes = teamStatement<never>(
  'analysis.settleThemes',
  `update themes set awaits_signal = false where team_id = $1 and theme_id = any ($2::text[]) and awaits_signal`,
);

/** The interviews whose quotes stand under the themes `$2`. */
export const interviewsOfThemes = teamStatement<{ sourceItemId: string }>(
  'analysis.interviewsOfThemes',
  `select distinct source_item_id as "sourceItemId" from evidence
    where team_id = $1 and theme_id = any ($2::text[]) order by 1`,
);
