import { teamStatement } from '../statement.js';

/** The team's participants whose whole name is one of $2. */
export const participantsNamed = teamStatement<{ displayName: string }>(
  'participants.named',
  `select distinct display_name as "displayName" from participants
    where team_id = $1 and display_name = any($2::text[])`,
);
