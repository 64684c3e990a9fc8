import { dropWindows, giveBackPoints, takePoints } from '../../../db/queries/rate-limits.js';
import type { SystemDatabase } from '../../../db/system-database.js';
import { Refusal } from '../../errors.js';
import type { Logger } from '../../log.js';
import { blockSize, granted } from './allowance.js';

const WINDOW_MS = 60_000;
/** Points that a process took and has not used for this long go back to the others. */
const IDLE_MS = 200;
/** So others may have given points back when a full window is looked at again. */
const FULL_FOR_MS = 250;

export type Bucket = 'general' | 'ask';

export interface LimitedKey {
  teamId: string;
  keyId: string;
}

export interface RateLimiter {
  /** Uses one point of a bucket. Throws `rate_limited` where the minute has none left. */
  use(key: LimitedKey, bucket: Bucket, now: Date): Promise<void>;
  stop(): Promise<void>;
}

interface Window extends LimitedKey {
  bucket: Bucket;
  start: number;
  /** Points taken by this process and not used yet. */
  held: number;
  /** All points taken, by every process, when last told. */
  points: number;
  toldAt: number;
  taking?: Promise<void> | undefined;
  idle?: NodeJS.Timeout | undefined;
}

/**
 * Fixed windows of a minute, shared by every process through the database and never exceeded by them
 * together. A process takes points a block at a time, so nearly every request is counted in memory.
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

  // by the clock and not by a request, which would pay for it
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
      team.rows(takePoints, keyId, bucket, new Date(start), wanted, limit),
    );
    const [row] = rows ?? takeAlone(window, limit);
    const block = rows ? wanted : 1;
    window.points = row?.points ?? limit;
    window.toldAt = Date.now();
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
        toldAt: 0,
      };
      windows.set(id, window);
      while (window.held === 0) {
        if (window.points >= limits[bucket] && Date.now() - window.toldAt < FULL_FOR_MS) {
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

/** While nothing can be stored each process keeps the limit by itself, a point at a time. */
const takeAlone = ({ points }: Window, limit: number): { points: number }[] =>
  points < limit ? [{ points: points + 1 }] : [];

const limited = (limit: number, bucket: Bucket, retryAfterMs: number): Refusal =>
  new Refusal(
    'rate_limited',
    `This key has used its ${limit} ${bucket === 'ask' ? 'questions' : 'requests'} of this minute. Try again in ${Math.ceil(retryAfterMs / 1000)} s.`,
    { retryAfterMs },
  );
