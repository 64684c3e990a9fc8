import { type Sql, teamStatement } from '../../../../db/statement.js';

/**
 * Each statement takes a batch as JSON (`$2`) and changes only rows that differ, so importing a file twice writes
 * nothing the second time. Derived columns are left to refreshFacts, which runs before the commit.
 */

const upsert = <Args extends readonly unknown[] = [lines: string]>(name: string, sql: Sql<Args>) =>
  teamStatement<{ changed: string }, Args>(`snapshot.${name}`, sql);

export const writeParticipants = upsert(
  'participants',
  `insert into participants as p (team_id, participant_id, display_name, email, last_contacted_at)
   select $1, x."participantId", x."displayName", x.email, to_timestamp(x."lastContactedAt" / 1000.0)
     from jsonb_to_recordset($2::jsonb)
       as x("participantId" text, "displayName" text, email text, "lastContactedAt" bigint)
   on conflict (team_id, participant_id) do update set
     display_name = excluded.display_name, email = excluded.email,
     last_contacted_at = greatest(p.last_contacted_at, excluded.last_contacted_at)
   where (p.display_name, p.email, p.last_contacted_at) is distinct from
         (excluded.display_name, excluded.email, greatest(p.last_contacted_at, excluded.last_contacted_at))`,
);

export const writeStudies = upsert(
  'studies',
  `insert into studies as s (team_id, study_id, name, status, created_at, objective, open_questions, learning_targets, summary)
   select $1, x."studyId", x.name, x.status, to_timestamp(x."createdAt" / 1000.0), x.objective,
          coalesce(x."openQuestions", '[]'), coalesce(x."learningTargets", '[]'), x.summary
     from jsonb_to_recordset($2::jsonb)
       as x("studyId" text, name text, status text, "createdAt" bigint, objective text,
            "openQuestions" jsonb, "learningTargets" jsonb, summary jsonb)
   on conflict (team_id, study_id) do update set
     name = excluded.name, status = excluded.status, created_at = excluded.created_at,
     objective = excluded.objective, open_questions = excluded.open_questions,
     learning_targets = excluded.learning_targets, summary = excluded.summary
   where (s.name, s.status, s.created_at, s.objective, s.open_questions, s.learning_targets, s.summary) is distinct from
         (excluded.name, excluded.status, excluded.created_at, excluded.objective, excluded.open_questions,
          excluded.learning_targets, excluded.summary)`,
);

export const writeSourceItems = upsert(
  'sourceItems',
  `insert into source_items as s (team_id, source_item_id, study_id, participant_id, status, captured_at,
          quality_score, covered_target_ids, organic, transcript)
   select $1, x."sourceItemId", x."studyId", x."participantId", x.status, to_timestamp(x."capturedAt" / 1000.0),
          x."qualityScore", coalesce(x."coveredTargetIds", '{}'), coalesce(x.organic, true), x.transcript
     from jsonb_to_recordset($2::jsonb)
       as x("sourceItemId" text, "studyId" text, "participantId" text, status text, "capturedAt" bigint,
            "qualityScore" double precision, "coveredTargetIds" text[], organic boolean, transcript jsonb)
   on conflict (team_id, source_item_id) do update set
     study_id = excluded.study_id, participant_id = excluded.participant_id, status = excluded.status,
     captured_at = excluded.captured_at, quality_score = excluded.quality_score,
     covered_target_ids = excluded.covered_target_ids, organic = excluded.organic, transcript = excluded.transcript
   where (s.study_id, s.participant_id, s.status, s.captured_at, s.quality_score, s.covered_target_ids, s.organic, s.transcript)
         is distinct from
         (excluded.study_id, excluded.participant_id, excluded.status, excluded.captured_at, excluded.quality_score,
          excluded.covered_target_ids, excluded.organic, excluded.transcript)`,
);

export const writeThemes = upsert(
  'themes',
  `insert into themes as t (team_id, theme_id, study_id, label, description, sentiment, parent_theme_id)
   select $1, x."themeId", x."studyId", x.label, x.description, x.sentiment, x."parentThemeId"
     from jsonb_to_recordset($2::jsonb)
       as x("themeId" text, "studyId" text, label text, description text, sentiment text, "parentThemeId" text)
   on conflict (team_id, theme_id) do update set
     study_id = excluded.study_id, label = excluded.label, description = excluded.description,
     sentiment = excluded.sentiment, parent_theme_id = excluded.parent_theme_id
   where (t.study_id, t.label, t.description, t.sentiment, t.parent_theme_id) is distinct from
         (excluded.study_id, excluded.label, excluded.description, excluded.sentiment, excluded.parent_theme_id)`,
);

/**
 * The fields that a quote takes from its source item are filled in if the item is already stored, so that most rows
 * are written once; refreshFacts fills in the rest. `$3` is the minimum quality. A quote that a person removed from
 * a belief does not return to that belief's themes.
 */
export const writeEvidence = upsert<[lines: string, qualityBar: number]>(
  'evidence',
  `insert into evidence as e (team_id, evidence_id, kind, quote, note, theme_id, source_item_id,
          time_in_call_secs, captured_at, captured_at_inherited, strength, prompted, withdrawn,
          study_id, participant_id, qualifies)
   select $1, x."evidenceId", coalesce(aside.kind, x.kind), x.quote,
          case when aside.kind is null then x.note else aside.note end, coalesce(aside.theme_id, x."themeId"), x."sourceItemId",
          x."timeInCallSecs",
          case when x."capturedAtInherited" then i.captured_at else to_timestamp(x."capturedAt" / 1000.0) end,
          x."capturedAtInherited",
          coalesce(x.strength, 0.5), coalesce(x.prompted, false), coalesce(x.withdrawn, false),
          coalesce(i.study_id, ''), coalesce(i.participant_id, ''),
          coalesce(not coalesce(x.withdrawn, false) and i.status = 'analyzed' and coalesce(i.quality_score >= $3::float8, true), false)
     from jsonb_to_recordset($2::jsonb)
       as x("evidenceId" text, kind text, quote text, note text, "themeId" text, "sourceItemId" text,
            "timeInCallSecs" double precision, "capturedAt" bigint, "capturedAtInherited" boolean,
            strength double precision, prompted boolean, withdrawn boolean)
     left join source_items i on i.team_id = $1 and i.source_item_id = x."sourceItemId"
     left join evidence aside on aside.team_id = $1 and aside.evidence_id = x."evidenceId"
      and exists (select from rejected_quotes r
                    join signal_themes st on st.team_id = $1 and st.signal_id = r.signal_id and st.theme_id = x."themeId"
                   where r.team_id = $1 and r.quote_id = x."evidenceId")
   on conflict (team_id, evidence_id) do update set
     kind = excluded.kind, quote = excluded.quote, note = excluded.note, theme_id = excluded.theme_id,
     source_item_id = excluded.source_item_id, time_in_call_secs = excluded.time_in_call_secs,
     study_id = excluded.study_id, participant_id = excluded.participant_id, qualifies = excluded.qualifies,
     captured_at = excluded.captured_at, captured_at_inherited = excluded.captured_at_inherited,
     strength = excluded.strength, prompted = excluded.prompted, withdrawn = excluded.withdrawn
   where (e.kind, e.quote, e.note, e.theme_id, e.source_item_id, e.time_in_call_secs,
          e.captured_at_inherited, e.strength, e.prompted, e.withdrawn) is distinct from
         (excluded.kind, excluded.quote, excluded.note, excluded.theme_id, excluded.source_item_id,
          excluded.time_in_call_secs, excluded.captured_at_inherited, excluded.strength, excluded.prompted,
          excluded.withdrawn)
      or (not excluded.captured_at_inherited and e.captured_at is distinct from excluded.captured_at)`,
);

/**
 * Stores entries from lines in JSON, at `$3`. A line without a definition changes nothing unless it retires the
 * entry.
 */
export const writeCodebookEntries = teamStatement<{ changed: string }, [lines: string, now: Date]>(
  'snapshot.codebookEntries',
  `insert into codebook_entries as c (team_id, entry_id, definition, retired, updated_at)
   select $1, x."codebookEntryId", x.definition || jsonb_build_object('id', x."codebookEntryId"),
          coalesce(x.retired, false), $3
     from jsonb_to_recordset($2::jsonb) as x("codebookEntryId" text, definition jsonb, retired boolean)
    where x.definition is not null or x.retired
   on conflict (team_id, entry_id) do update set
     definition = excluded.definition, retired = excluded.retired, updated_at = excluded.updated_at
   where (c.definition, c.retired) is distinct from (excluded.definition, excluded.retired)`,
);

/** Adds the rejected quotes in these lines; quotes that people have rejected since then stay rejected. */
export const writeRejectedQuotes = teamStatement<{ changed: string }, [lines: string]>(
  'snapshot.rejectedQuotes',
  `insert into rejected_quotes (team_id, entry_id, quote_id, signal_id, source_item_id, quote, rejected_at)
   select $1, x."codebookEntryId", r."evidenceId", r."signalId", r."sourceItemId", r.quote,
          to_timestamp(r."rejectedAt" / 1000.0)
     from jsonb_to_recordset($2::jsonb) as x("codebookEntryId" text, rejected jsonb)
    cross join lateral jsonb_to_recordset(coalesce(x.rejected, '[]'))
       as r("evidenceId" text, "signalId" text, "sourceItemId" text, quote text, "rejectedAt" bigint)
   on conflict (team_id, entry_id, quote_id) do nothing`,
);
