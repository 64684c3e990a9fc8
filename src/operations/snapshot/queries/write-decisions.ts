import { teamStatement } from '../../../../db/statement.js';

// People's decisions about beliefs, from lines in JSON. Fields that a line omits stay unchanged.

/** Sets whether a person named the themes in these lines. */
export const decideThemes = teamStatement<never, [lines: string]>(
  'snapshot.decideThemes',
  `update themes t set label_by_person = x."labelByPerson"
     from jsonb_to_recordset($2::jsonb) as x("themeId" text, "labelByPerson" boolean)
    where t.team_id = $1 and t.theme_id = x."themeId" and t.label_by_person is distinct from x."labelByPerson"
      and x."labelByPerson" is not null`,
);

/** Sets whether a person named the signals in these lines, when a person confirmed them, and which questions they answer. */
export const decideSignals = teamStatement<never, [lines: string]>(
  'snapshot.decideSignals',
  `update signals s
      set label_by_person = coalesce(x."labelByPerson", s.label_by_person),
          kept_at = coalesce(to_timestamp(x."keptAt" / 1000.0), s.kept_at),
          questions = coalesce(x.questions, s.questions)
     from jsonb_to_recordset($2::jsonb)
       as x("signalId" text, "labelByPerson" boolean, "keptAt" bigint, questions jsonb)
    where s.team_id = $1 and s.signal_id = x."signalId"
      and (s.label_by_person, s.kept_at, s.questions) is distinct from
          (coalesce(x."labelByPerson", s.label_by_person), coalesce(to_timestamp(x."keptAt" / 1000.0), s.kept_at),
           coalesce(x.questions, s.questions))`,
);

/** Sets the codebook key of themes, unless another theme of the study has it. */
export const keyThemes = teamStatement<never, [lines: string]>(
  'snapshot.keyThemes',
  `update themes t set belief_key = x."beliefKey"
     from (select distinct on ("studyId", "beliefKey") *
             from jsonb_to_recordset($2::jsonb) as line("themeId" text, "studyId" text, "beliefKey" text)
            where "beliefKey" is not null order by "studyId", "beliefKey", "themeId") x
    where t.team_id = $1 and t.theme_id = x."themeId" and t.belief_key is distinct from x."beliefKey"
      and not exists (select from themes o
                       where o.team_id = $1 and o.study_id = t.study_id and o.belief_key = x."beliefKey")`,
);

/** Sets the codebook key of signals, unless another signal has it. */
export const keySignals = teamStatement<never, [lines: string]>(
  'snapshot.keySignals',
  `update signals s set belief_key = x."beliefKey", belief_thing = x."beliefThing"
     from (select distinct on ("beliefKey") *
             from jsonb_to_recordset($2::jsonb) as line("signalId" text, "beliefKey" text, "beliefThing" text)
            where "beliefKey" is not null order by "beliefKey", "signalId") x
    where s.team_id = $1 and s.signal_id = x."signalId" and s.belief_key is distinct from x."beliefKey"
      and not exists (select from signals o where o.team_id = $1 and o.belief_key = x."beliefKey")`,
);

/** Adds the records of kind `$2` that people merged into others, `[{id, mergedFrom}]` in JSON. */
export const addMerges = teamStatement<never, [kind: 'theme' | 'signal', into: string]>(
  'snapshot.addMerges',
  `insert into merged_beliefs as m (team_id, kind, belief_id, into_id, merged_at)
   select distinct on (other.id) $1, $2, other.id, x.id, to_timestamp(other."mergedAt" / 1000.0)
     from jsonb_to_recordset($3::jsonb) as x(id text, "mergedFrom" jsonb)
    cross join lateral jsonb_to_recordset(coalesce(x."mergedFrom", '[]')) as other(id text, "mergedAt" bigint)
    where other.id <> x.id
    order by other.id, other."mergedAt" desc
   on conflict (team_id, kind, belief_id) do update set into_id = excluded.into_id, merged_at = excluded.merged_at
    where m.merged_at < excluded.merged_at`,
);

/**
 * Keeps the quotes in these lines under the themes where people placed them, so that reading their interviews again
 * finds them there. Until then, they count as marked by a person.
 */
export const keepPlaced = teamStatement<never, [lines: string]>(
  'snapshot.keepPlaced',
  `insert into extracted_quotes as q (team_id, quote_id, source_item_id, study_id, participant_id, quote, at_secs, strength,
          prompted, theme_id, awaits_theme, placed_by_person, entry_id, stance, certainty)
   select $1, e.evidence_id, e.source_item_id, i.study_id, i.participant_id, e.quote, e.time_in_call_secs, e.strength,
          e.prompted, e.theme_id, false, true, denies.entry_id, denies.stance, denies.certainty
     from jsonb_to_recordset($2::jsonb) as x("evidenceId" text, "placedByPerson" boolean)
     join evidence e on e.team_id = $1 and e.evidence_id = x."evidenceId"
     join source_items i on i.team_id = $1 and i.source_item_id = e.source_item_id
     join themes t on t.team_id = $1 and t.theme_id = e.theme_id
     left join lateral (select split_part(t.belief_key, '/', 1) as entry_id, 'contradicts' as stance, 1 as certainty
                         where e.kind = 'counterEvidence' and t.belief_key is not null) denies on true
    where x."placedByPerson"
   on conflict (team_id, quote_id) do update set
     theme_id = excluded.theme_id, awaits_theme = false, placed_by_person = true
    where (q.theme_id, q.placed_by_person) is distinct from (excluded.theme_id, true)`,
);
