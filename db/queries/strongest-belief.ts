import { teamStatement } from '../statement.js';

/** The open belief that most people stand behind. */
export const strongestBelief = teamStatement<{ label: string }>(
  'signals.strongest',
  `select label from signals where team_id = $1 and not archived
    order by participant_count desc, signal_id limit 1`,
);
