import { teamStatement } from '../../statement.js';

/** Participants with the display name `$2` (small letters); of study `$3` only, unless that is null. */
export const participantsNamed = teamStatement<{ participantId: string }>(
  'ingest.participantsNamed',
  `select p.participant_id as "participantId" from participants p
    where p.team_id = $1 and lower(p.display_name) = $2
      and ($3::text is null or exists (
        select from source_items i
         where i.team_id = $1 and i.participant_id = p.participant_id and i.study_id = $3))
    order by p.participant_id limit 2`,
);

/** Adds a participant; one that is there keeps what is known of it. */
export const addParticipant = teamStatement<never>(
  'ingest.addParticipant',
  `insert into participants as p (team_id, participant_id, display_name, email) values ($1, $2, $3, $4)
   on conflict (team_id, participant_id) do update set email = coalesce(p.email, excluded.email)
   where p.email is null and excluded.email is not null`,
);

/**
 * Stores an interview, to be analysed where it is new or its words, speakers, time or participant changed. `$2`: id,
 * study, participant, captured at, transcript (none: highlights), interviewers.
 */
export const writeInterview = teamStatement<never>(
  'ingest.writeInterview',
  `insert into source_items as i (team_id, source_item_id, study_id, participant_id, status, captured_at,
          transcript, interviewers)
   select $1, x."sourceItemId", x."studyId", x."participantId", 'processing', to_timestamp(x."capturedAt" / 1000.0),
          x.transcript, x.interviewers
     from jsonb_to_record($2::jsonb)
       as x("sourceItemId" text, "studyId" text, "participantId" text, "capturedAt" bigint, transcript jsonb,
            interviewers text[])
   on conflict (team_id, source_item_id) do update set
     study_id = excluded.study_id, participant_id = excluded.participant_id, status = 'processing',
     captured_at = excluded.captured_at, transcript = excluded.transcript,
     interviewers = excluded.interviewers, failure = null
   where i.status in ('failed', 'in_progress')
      or (i.study_id, i.participant_id, i.transcript, i.interviewers, i.captured_at) is distinct from
         (excluded.study_id, excluded.participant_id, excluded.transcript, excluded.interviewers, excluded.captured_at)`,
);

/** An interview that could not be read: `$2` id, `$3` study, `$4` participant, `$5` captured at, `$6` why. */
export const writeFailedInterview = teamStatement<never>(
  'ingest.writeFailedInterview',
  `insert into source_items as i (team_id, source_item_id, study_id, participant_id, status, captured_at, failure)
   values ($1, $2, $3, $4, 'failed', $5, $6)
   on conflict (team_id, source_item_id) do update set failure = excluded.failure
   where i.failure is distinct from excluded.failure`,
);

export const countQuotes = teamStatement<{ quotes: number }>(
  'ingest.countQuotes',
  `select count(*)::int as quotes from extracted_quotes
    where team_id = $1 and source_item_id = any ($2) and not dropped`,
);

/**
 * Adds turns to an interview that is under way: `$2` id, `$3` study, `$4` participant, `$5` captured at, `$6`
 * interviewers, `$7` turns as JSON, `$8` how many turns came before them (null: add them in any case). No row
 * where they were added before.
 */
export const appendTurns = teamStatement<{ turns: number }>(
  'ingest.appendTurns',
  `insert into source_items as i (team_id, source_item_id, study_id, participant_id, status, captured_at,
          interviewers, transcript)
   select $1, $2, $3, $4, 'in_progress', $5, $6, $7::jsonb
    where coalesce($8::int, 0) = 0 or exists (select from source_items where team_id = $1 and source_item_id = $2)
   on conflict (team_id, source_item_id) do update set
     transcript = coalesce(i.transcript, '[]') || excluded.transcript,
     interviewers = array(select distinct unnest(i.interviewers || excluded.interviewers) order by 1)
   where i.status = 'in_progress' and coalesce($8, jsonb_array_length(i.transcript)) = jsonb_array_length(i.transcript)
   returning jsonb_array_length(transcript) as turns`,
);
