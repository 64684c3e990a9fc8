import { teamStatement } from '../../../db/statement.js';

/** Participants with the display name `$2` (lower case); limited to study `$3` unless it is null. */
export const participantsNamed = teamStatement<
  { participantId: string },
  [displayName: string, studyId: string | null]
>(
  'ingest.participantsNamed',
  `select p.participant_id as "participantId" from participants p
    where p.team_id = $1 and lower(p.display_name) = $2
      and ($3::text is null or exists (
        select from source_items i
         where i.team_id = $1 and i.participant_id = p.participant_id and i.study_id = $3))
    order by p.participant_id limit 2`,
);

/** Adds a participant; an existing one keeps its data. */
export const addParticipant = teamStatement<
  never,
  [participantId: string, displayName: string, email: string | null]
>(
  'ingest.addParticipant',
  `insert into participants as p (team_id, participant_id, display_name, email) values ($1, $2, $3, $4)
   on conflict (team_id, participant_id) do update set email = coalesce(p.email, excluded.email)
   where p.email is null and excluded.email is not null`,
);

/**
 * Stores an interview, and marks it for analysis if it is new or its words, speakers, time or participant changed.
 * `$2`: id, study, participant, captured at, interviewers, talk and the positions of its turns as JSON; `$3`: its
 * turns as JSON (null: highlights).
 */
export const writeInterview = teamStatement<never, [row: string, transcript: string | null]>(
  'ingest.writeInterview',
  `insert into source_items as i (team_id, source_item_id, study_id, participant_id, status, captured_at,
          transcript, interviewers, talk_id, talk_turns)
   select $1, x."sourceItemId", x."studyId", x."participantId", 'processing', to_timestamp(x."capturedAt" / 1000.0),
          $3::jsonb, x.interviewers, x."talkId", x."talkTurns"
     from jsonb_to_record($2::jsonb)
       as x("sourceItemId" text, "studyId" text, "participantId" text, "capturedAt" bigint, interviewers text[],
            "talkId" text, "talkTurns" integer[])
   on conflict (team_id, source_item_id) do update set
     study_id = excluded.study_id, participant_id = excluded.participant_id, status = 'processing',
     captured_at = excluded.captured_at, transcript = excluded.transcript,
     interviewers = excluded.interviewers, talk_id = excluded.talk_id, talk_turns = excluded.talk_turns,
     failure = null
   where i.status in ('failed', 'in_progress')
      or (i.study_id, i.participant_id, i.transcript, i.interviewers, i.captured_at, i.talk_id, i.talk_turns)
         is distinct from
         (excluded.study_id, excluded.participant_id, excluded.transcript, excluded.interviewers, excluded.captured_at,
          excluded.talk_id, excluded.talk_turns)`,
);

/** Stores an interview that could not be read. */
export const writeFailedInterview = teamStatement<
  never,
  {
    sourceItemId: string;
    studyId: string;
    participantId: string;
    capturedAt: Date;
    failure: string;
  }
>(
  'ingest.writeFailedInterview',
  ($) => `
   insert into source_items as i (team_id, source_item_id, study_id, participant_id, status, captured_at, failure)
   values ($1, ${$.sourceItemId}, ${$.studyId}, ${$.participantId}, 'failed', ${$.capturedAt}, ${$.failure})
   on conflict (team_id, source_item_id) do update set failure = excluded.failure
   where i.failure is distinct from excluded.failure`,
);

export const countQuotes = teamStatement<{ quotes: number }, [sourceItemIds: readonly string[]]>(
  'ingest.countQuotes',
  `select count(*)::int as quotes from extracted_quotes
    where team_id = $1 and source_item_id = any ($2) and not dropped`,
);

/**
 * Adds turns (JSON) to an interview in progress. `turnsBefore` is the number of turns before them; null always adds
 * them. No row if they were already added.
 */
export const appendTurns = teamStatement<
  { turns: number },
  {
    sourceItemId: string;
    studyId: string;
    participantId: string;
    now: Date;
    interviewers: readonly string[];
    transcript: string;
    turnsBefore: number | null;
  }
>(
  'ingest.appendTurns',
  ($) => `
   insert into source_items as i (team_id, source_item_id, study_id, participant_id, status, captured_at,
          interviewers, transcript)
   select $1, ${$.sourceItemId}, ${$.studyId}, ${$.participantId}, 'in_progress', ${$.now}, ${$.interviewers}, ${$.transcript}::jsonb
    where coalesce(${$.turnsBefore}::int, 0) = 0 or exists (select from source_items where team_id = $1 and source_item_id = ${$.sourceItemId})
   on conflict (team_id, source_item_id) do update set
     transcript = coalesce(i.transcript, '[]') || excluded.transcript,
     interviewers = array(select distinct unnest(i.interviewers || excluded.interviewers) order by 1)
   where i.status = 'in_progress' and coalesce(${$.turnsBefore}, jsonb_array_length(i.transcript)) = jsonb_array_length(i.transcript)
   returning jsonb_array_length(transcript) as turns`,
);
