import { teamStatement } from '../statement.js';

const KEY = `hashtextextended('erasures of ' || $1, 0)`;

/** Until the transaction ends, keeps texts derived from what participants said from being stored. */
export const lockErasures = teamStatement<{ locked: string }>(
  'erasures.lock',
  `select pg_advisory_xact_lock(${KEY})::text as locked from teams where team_id = $1`,
);

/** Waits for an erasure that is removing texts, and blocks the next one until the transaction ends. */
export const shareErasures = teamStatement<{ locked: string }>(
  'erasures.share',
  `select pg_advisory_xact_lock_shared(${KEY})::text as locked from teams where team_id = $1`,
);

/** The number of participants erased so far. */
export const countErasures = teamStatement<{ count: number }>(
  'erasures.count',
  `select count(*)::int as count from history
    where team_id = $1 and subject_type = 'participant' and action = 'erase_participant'`,
);
