import { systemStatement, teamStatement } from '../../db/statement.js';
import type { SystemDatabase } from '../../db/system-database.js';
import { Refusal } from '../core/errors.js';
import type { Logger } from '../core/log.js';

/** Near the end of a window, points are taken one at a time so that the limit is exact. */
const EXACT_BELOW = 100;
const MAX_BLOCK = 25;

/** Number of points, at least 1, that a process takes at once from a window with `remaining` points left. */
export const blockSize = (remaining: number): number =>
  remaining <= EXACT_BELOW
    ? 1
    : Math.min(MAX_BLOCK, Math.floor((remaining - EXACT_BELOW) / 10) + 1);

/** Number of points within the limit, for a block that brought the window to `points`. */
export const granted = (block: number, points: number, limit: number): number =>
  Math.max(0, Math.min(block, limit - (points - block)));

const WINDOW_MS = 60_000;
/** Unused points that a process has held for this long are returned to the window. */
const IDLE_MS = 200;
/** A full window is checked again after this time, since other processes may have returned points. */
const FULL_FOR_MS = 250;

type Bucket = 'general' | 'ask';

interface LimitedKey {
  teamId: string;
  keyId: string;
}

export interface RateLimiter {
  /** Uses one point of a bucket. Throws `rate_limited` if the minute has none left. */
  use(key: LimitedKey, bucket: Bucket, now: Date): Promise<void>;
  stop(): Promise<void>;
}

interface Window extends LimitedKey {
  bucket: Bucket;
  start: number;
  /** Points taken by this process but not used yet. */
  held: number;
  /** Points taken by all processes, as last read. */
  points: number;
  readAt: number;
  taking?: Promise<void> | undefined;
  idle?: NodeJS.Timeout | undefined;
}

/**
 * Limits requests in fixed windows of one minute, shared by all processes through the database; together they never
 * exceed a limit. A process takes points in blocks, so nearly every request is counted in memory.
 */
export function createRateLimiter(
  system: SystemDatabase,
  limits: Record<Bucket, number>,
  log: Logger,
): RateLimiter {
  const windows = new Map<string, Window>();
  let current = 0;

  const startWindow = (start: number): void => {
    if (start <= current) return;
    current = start;
    for (const [id, window] of windows) if (window.start < start) windows.delete(id);
  };

  // on a timer, so that no request has to wait for it
  const cleaning = setInterval(() => {
    if (current === 0) return;
    system
      .rows(dropWindows, new Date(Date.now() - 2 * WINDOW_MS))
      .catch((error: unknown) => log.warn({ err: error }, 'old rate limit windows not deleted'));
  }, WINDOW_MS).unref();

  const take = async (window: Window): Promise<void> => {
    const { teamId, keyId, bucket, start } = window;
    const limit = limits[bucket];
    const wanted = blockSize(limit - window.points);
    const team = system.team(teamId);
    const rows = await team.ifWritable(() =>
      team.rows(takePoints, { keyId, bucket, windowStart: new Date(start), points: wanted, limit }),
    );
    const [row] = rows ?? takeAlone(window, limit);
    const block = rows ? wanted : 1;
    window.points = row?.points ?? limit;
    window.readAt = Date.now();
    const allowed = row ? granted(block, row.points, limit) : 0;
    window.held += allowed;
    if (row) await giveBack(window, block - allowed);
  };

  const giveBack = async (window: Window, points: number): Promise<void> => {
    if (points <= 0) return;
    const { teamId, keyId, bucket, start } = window;
    await system.team(teamId).rows(giveBackPoints, keyId, bucket, new Date(start), points);
  };

  const giveBackHeld = (window: Window): Promise<void> => {
    const { held } = window;
    window.held = 0;
    return giveBack(window, held);
  };

  const giveBackWhenIdle = (window: Window): void => {
    if (window.held === 0) return;
    if (window.idle) window.idle.refresh();
    else
      window.idle = setTimeout(() => {
        giveBackHeld(window).catch((error: unknown) =>
          log.warn({ err: error }, 'points not given back'),
        );
      }, IDLE_MS).unref();
  };

  return {
    async use({ teamId, keyId }, bucket, now) {
      const start = now.getTime() - (now.getTime() % WINDOW_MS);
      startWindow(start);
      const id = `${bucket}/${keyId}/${teamId}/${start}`;
      const window = windows.get(id) ?? {
        teamId,
        keyId,
        bucket,
        start,
        held: 0,
        points: 0,
        readAt: 0,
      };
      windows.set(id, window);
      while (window.held === 0) {
        if (window.points >= limits[bucket] && Date.now() - window.readAt < FULL_FOR_MS) {
          throw limited(limits[bucket], bucket, start + WINDOW_MS - now.getTime());
        }
        window.taking ??= take(window).finally(() => {
          window.taking = undefined;
        });
        await window.taking;
      }
      window.held--;
      giveBackWhenIdle(window);
    },
    async stop() {
      clearInterval(cleaning);
      const open = [...windows.values()];
      for (const window of open) clearTimeout(window.idle);
      await Promise.allSettled(open.map(giveBackHeld));
    },
  };
}

/** When the database accepts no writes, each process enforces the limit on its own, one point at a time. */
const takeAlone = ({ points }: Window, limit: number): { points: number }[] =>
  points < limit ? [{ points: points + 1 }] : [];

const limited = (limit: number, bucket: Bucket, retryAfterMs: number): Refusal =>
  new Refusal(
    'rate_limited',
    `This key has used its ${limit} ${bucket === 'ask' ? 'questions' : 'requests'} of this minute. Try again in ${Math.ceil(retryAfterMs / 1000)} s.`,
    { retryAfterMs },
  );

/**
 * Takes points of a key's bucket in a window. The row's `points` is the new total, which may exceed the limit. No
 * row if the limit was already reached.
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

const giveBackPoints = teamStatement<
  never,
  [keyId: string, bucket: string, windowStart: Date, points: number]
>(
  'rateLimits.giveBack',
  `update rate_limits set points = points - $5::integer
    where team_id = $1 and key_id = $2 and bucket = $3 and window_start = $4`,
);

/** Deletes windows that started before `$1` and are over. */
const dropWindows = systemStatement<never, [windowStart: Date]>(
  'rateLimits.drop',
  'delete from rate_limits where window_start < $1',
);
