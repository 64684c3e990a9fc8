import { teamStatement } from '../statement.js';

/** The team's participants whose whole name is one of $2; of one longer than 200 characters, none. */
export const participantsNamed = teamStatement<
  { displayName: string },
  [displayNames: readonly string[]]
>(
  'participants.named',
  `select distinct display_name as "displayName" from participants
    where team_id = $1 and left(display_name, 200) = any($2::text[])
      and display_name = any($2::text[])`,
);

/** The team's participants with one of these words ($2, lower case) in their names; of very many, the first 500. */
export const participantsWithNameWords = teamStatement<
  {
    participantId: string;
    displayName: string;
  },
  [words: readonly string[]]
>(
  'participants.withNameWords',
  `select participant_id as "participantId", display_name as "displayName" from participants
    where team_id = $1
      and regexp_split_to_array(lower(left(display_name, 200)), '[^[:alnum:]'']+') && $2::text[]
    order by participant_id limit 500`,
);
