import { teamStatement } from '../statement.js';

/** The team's participants whose whole name is one of $2; of one longer than 200 characters, none. */
export const participantsNamed = teamStatement<{ displayName: string }>(
  'participants.named',
  `select distinct display_name as "displayName" from participants
    where team_id = $1 and left(display_name, 200) = any($2::text[])
      and display_name = any($2::text[])`,
);
