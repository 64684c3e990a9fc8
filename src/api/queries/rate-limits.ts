import { systemStatement, teamStatement } from '../../../db/statement.js';

/**
 * Takes `$5` points of key `$2`'s bucket `$3` in the window that starts at `$4`; `points` is the
 * new total, which may exceed the limit `$6`. No row if the limit was already reached.
 */
export const takePoints = teamStatement<{ points: number }>(
  'rateLimits.take',
  `insert into rate_limits as taken (team_id, key_id, bucket, window_start, points)
   values ($1, $2, $3, $4, $5::integer)
   on conflict (team_id, key_id, bucket, window_start)
     do update set points = taken.points + excluded.points where taken.points < $6::integer
   returning points`,
);

export const giveBackPoints = teamStatement<never>(
  'rateLimits.giveBack',
  `update rate_limits set points = points - $5::integer
    where team_id = $1 and key_id = $2 and bucket = $3 and window_start = $4`,
);

/** Deletes windows that started before `$1`, which are over. */
export const dropWindows = systemStatement<never>(
  'rateLimits.drop',
  'delete from rate_limits where window_start < $1',
);
