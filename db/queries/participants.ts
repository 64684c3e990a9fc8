import { teamStatement } from '../statement.js';

/** The team's participants whose full name is in $2. Names longer than 200 characters match nothing. */
export const participantsNamed = teamStatement<
  { displayName: string },
  [displayNames: readonly string[]]
>(
  'participants.named',
  `select distinct display_name as "displayName" from participants
    where team_id = $1 and left(display_name, 200) = any($2::text[])
      and display_name = any($2::text[])`,
);

/** The ids of the team's participants with the name $2, in any case; at most $3. */
export const participantIdsOf = teamStatement<
  { participantId: string },
  [displayName: string, limit: number]
>(
  'participants.idsOf',
  `select participant_id as "participantId" from participants
    where team_id = $1 and lower(display_name) = lower(trim($2)) order by participant_id limit $3`,
);

/**
 * The team's participants, in study $2 (null: all), with their interviews; by name, at most $3, with the number of
 * all of them.
 */
export const participantsListed = teamStatement<
  {
    participantId: string;
    displayName: string;
    studies: string[];
    interviews: number;
    all: number;
  },
  [studyId: string | null, limit: number]
>(
  'participants.listed',
  `select p.participant_id as "participantId", p.display_name as "displayName",
          coalesce(array_agg(distinct s.name) filter (where s.name is not null), '{}') as studies,
          count(i.source_item_id)::int as interviews, count(*) over ()::int as all
     from participants p
     left join source_items i on i.team_id = $1 and i.participant_id = p.participant_id
     left join studies s on s.team_id = $1 and s.study_id = i.study_id
    where p.team_id = $1
    group by p.participant_id, p.display_name
   having $2::text is null or bool_or(i.study_id = $2)
    order by lower(p.display_name), p.participant_id limit $3`,
);

/** The words of a name, in lower case; the index participants_by_name_words uses the same expression. */
const nameWords = `regexp_split_to_array(lower(left(display_name, 200)), '[^[:alnum:]'']+')`;

export interface NameRow {
  participantId: string;
  displayName: string;
}

/**
 * The team's participants with one of these words ($2, lower case) in their names. At most 500, starting with those
 * whose whole name is among the words.
 */
export const participantsWithNameWords = teamStatement<NameRow, [words: readonly string[]]>(
  'participants.withNameWords',
  // materialized, or the order and the limit lead Postgres to walk through all participants
  `with named as materialized (
     select participant_id, display_name, ${nameWords} <@ $2::text[] as whole from participants
      where team_id = $1 and ${nameWords} && $2::text[]
   )
   select participant_id as "participantId", display_name as "displayName" from named
    order by whole desc, participant_id limit 500`,
);

/** The names and email addresses of all of the team's participants. */
export const namesOfTeam = teamStatement<{ displayName: string; email: string | null }>(
  'participants.names',
  'select display_name as "displayName", email from participants where team_id = $1 order by participant_id',
);

/** Words in $2 (lower case) that occur in the names of the team's participants. */
export const wordsInNames = teamStatement<{ word: string }, [words: readonly string[]]>(
  'participants.wordsInNames',
  `select word from unnest($2::text[]) as word
    where exists (select 1 from participants where team_id = $1 and ${nameWords} @> array[word])`,
);

/**
 * Words in $2 (lower case) that at least $3 of the team's participants share in names with a number. The common
 * part of "Nurse 3" and "State participant 2 of spring 2023" is a role or a round and does not identify anyone.
 */
export const wordsOfRoles = teamStatement<
  { word: string },
  [words: readonly string[], participants: number]
>(
  'participants.wordsOfRoles',
  `select word from unnest($2::text[]) as word
    where (select count(*) from (
             select from participants
              where team_id = $1 and ${nameWords} @> array[word]
                and display_name ~ '[0-9]' and display_name !~ '@'
              limit $3) numbered) = $3::int`,
);

/** The user who saved a source item ($2) from a conversation, and when. */
export const whoSaved = teamStatement<{ actorName: string; at: Date }, [subjectId: string]>(
  'evidence.whoSaved',
  `select actor_name as "actorName", at from history
    where team_id = $1 and subject_type = 'source_item' and subject_id = $2 and action = 'save_evidence'
    order by entry_id limit 1`,
);

/** A theme of a study ($2) by its name ($3), ignoring case. */
export const themeNamed = teamStatement<{ themeId: string }, [studyId: string, label: string]>(
  'evidence.themeNamed',
  `select theme_id as "themeId" from themes
    where team_id = $1 and study_id = $2 and lower(label) = lower($3) order by theme_id limit 1`,
);

/** Number of quotes that count under the theme of a piece of evidence ($2). */
export const countQuotesOfTheme = teamStatement<{ quotes: number }, [evidenceId: string]>(
  'evidence.countQuotesOfTheme',
  `select (t.evidence_count + t.counter_evidence_count) as quotes
     from evidence e join themes t on t.team_id = e.team_id and t.theme_id = e.theme_id
    where e.team_id = $1 and e.evidence_id = $2`,
);
