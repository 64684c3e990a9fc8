import { systemStatement, teamStatement } from '../../../db/statement.js';

/**
 * Takes points of a key's bucket in a window; the row's `points` is the new total, which may exceed the limit.
 * No row if the limit was already reached.
 */
export const takePoints = teamStatement<
  { points: number },
  { keyId: string; bucket: string; windowStart: Date; points: number; limit: number }
>(
  'rateLimits.take',
  ($) => `insert into rate_limits as taken (team_id, key_id, bucket, window_start, points)
   values ($1, ${$.keyId}, ${$.bucket}, ${$.windowStart}, ${$.points}::integer)
   on conflict (team_id, key_id, bucket, window_start)
     do update set points = taken.points + excluded.points where taken.points < ${$.limit}::integer
   returning points`,
);

export const giveBackPoints = teamStatement<
  never,
  [keyId: string, bucket: string, windowStart: Date, points: number]
>(
  'rateLimits.giveBack',
  `update rate_limits set points = points - $5::integer
    where team_id = $1 and key_id = $2 and bucket = $3 and window_start = $4`,
);

/** Deletes windows that started before `$1`, which are over. */
export const dropWindows = systemStatement<never, [windowStart: Date]>(
  'rateLimits.drop',
  'delete from rate_limits where window_start < $1',
);
