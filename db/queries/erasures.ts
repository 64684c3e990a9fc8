import { teamStatement } from '../statement.js';

const KEY = `hashtextextended('erasures of ' || $1, 0)`;

/** Keeps texts written from what people said from being stored until the transaction ends. */
export const lockErasures = teamStatement<{ locked: string }>(
  'erasures.lock',
  `select pg_advisory_xact_lock(${KEY})::text as locked from teams where team_id = $1`,
);

/** Waits for an erasure that is removing texts, and keeps the next one waiting until the transaction ends. */
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
