import type { Trajectory } from '../../../db/entities/evidence.js';
import {
  DECLINING_MIN_EARLIER,
  DECLINING_RATIO,
  days,
  NEW_DAYS,
  RISING_MIN_RECENT,
  RISING_RATIO,
  STALE_DAYS,
  TRAJECTORY_WINDOW_DAYS,
} from '../../core/numbers.js';

const WINDOW_MS = days(TRAJECTORY_WINDOW_DAYS);
const NEW_MS = days(NEW_DAYS);
/** Instants have millisecond precision: a row of exactly 30 days is recent, one millisecond later it is not. */
const TICK_MS = 1;

/**
 * The trajectory of a signal or theme, from its supporting rows: `first` the earliest capture,
 * `recent` the rows at most 30 days old, `earlier` those of the 30 days before (docs/reference.md,
 * Signals).
 */
export function trajectory(
  first: Date | null,
  recent: number,
  earlier: number,
  now: Date,
): Trajectory {
  if (first && now.getTime() - first.getTime() <= NEW_MS) return 'new';
  if (recent >= RISING_MIN_RECENT && recent >= RISING_RATIO * earlier) return 'rising';
  if (earlier >= DECLINING_MIN_EARLIER && recent <= DECLINING_RATIO * earlier) return 'declining';
  return 'stable';
}

/** The inputs of a trajectory, and the captures that leave a window next. */
interface TrajectoryFacts {
  first: Date | null;
  recent: number;
  earlier: number;
  /** The oldest captures within each window, oldest first; all of them or as many as were read. */
  oldestRecent: readonly Date[];
  oldestEarlier: readonly Date[];
}

/**
 * An instant until which the trajectory stays as it is at `now` if no row is added or removed: the
 * exact instant of the change if the given captures reach that far, else the last one that they
 * cover. Null if it never changes again.
 */
export function trajectoryUntil(facts: TrajectoryFacts, now: Date): Date | null {
  const current = trajectory(facts.first, facts.recent, facts.earlier, now);
  let { recent, earlier } = facts;
  const moves = knownMoves(facts, now);
  for (const [index, { at, from }] of moves.entries()) {
    if (from === 'recent') {
      recent--;
      earlier++;
    } else if (from === 'earlier') earlier--;
    const simultaneous = moves[index + 1]?.at === at;
    const changed =
      !simultaneous && trajectory(facts.first, recent, earlier, new Date(at)) !== current;
    if (changed || from === 'unknown') return new Date(at);
  }
  return null;
}

interface Move {
  at: number;
  from: 'recent' | 'earlier' | 'new' | 'unknown';
}

/**
 * Every known instant at which a count changes, in order, as far as the captures that were read
 * reach.
 */
function knownMoves(facts: TrajectoryFacts, now: Date): Move[] {
  const leaves = (captures: readonly Date[], after: number, from: Move['from']): Move[] =>
    captures.map((capture) => ({ at: capture.getTime() + after + TICK_MS, from }));
  const moves = [
    ...leaves(facts.oldestRecent, WINDOW_MS, 'recent'),
    ...leaves(facts.oldestRecent, 2 * WINDOW_MS, 'earlier'),
    ...leaves(facts.oldestEarlier, 2 * WINDOW_MS, 'earlier'),
  ];
  if (facts.first && now.getTime() - facts.first.getTime() <= NEW_MS) {
    moves.push({ at: facts.first.getTime() + NEW_MS + TICK_MS, from: 'new' });
  }
  const horizon = Math.min(
    horizonOf(facts.oldestRecent, facts.recent, WINDOW_MS),
    horizonOf(facts.oldestEarlier, facts.earlier, 2 * WINDOW_MS),
  );
  const known = moves.filter(({ at }) => at < horizon).sort((a, b) => a.at - b.at);
  return horizon === Number.POSITIVE_INFINITY
    ? known
    : [...known, { at: horizon, from: 'unknown' }];
}

/** The first instant that a window's captures do not cover, if not all of them were read. */
function horizonOf(captures: readonly Date[], count: number, after: number): number {
  const last = captures.at(-1);
  if (!last || captures.length >= count) return Number.POSITIVE_INFINITY;
  return last.getTime() + after + TICK_MS;
}

/** True if the latest supporting evidence is 90 or more days old, or none of it has a date. */
export const isStale = (latestCapturedAt: Date | null, now: Date): boolean =>
  latestCapturedAt === null || now.getTime() - latestCapturedAt.getTime() >= days(STALE_DAYS);

interface SeenFacts {
  /** Earliest and latest qualifying capture of either kind. */
  firstCapturedAt: Date | null;
  lastCapturedAt: Date | null;
  /** Earliest and latest date of a theme link. */
  firstLinkedAt: Date | null;
  lastLinkedAt: Date | null;
  /**
   * True if a theme is linked without a date: the link counts as old as the theme's first quote,
   * else as the signal.
   */
  undatedLink: boolean;
  statedFirstSeenAt: Date | null;
  archivedAt: Date | null;
  createdAt: Date;
}

/**
 * Time at which a signal was first seen: its first quote, else the date in its file, else its first
 * link.
 */
export const firstSeenAt = (facts: SeenFacts): Date =>
  facts.firstCapturedAt ?? facts.statedFirstSeenAt ?? facts.firstLinkedAt ?? facts.createdAt;

/**
 * The latest of captures, theme links and archiving; if a signal has none of them, the time it was
 * first seen.
 */
export function lastUpdatedAt(facts: SeenFacts): Date {
  const undatedAt = facts.undatedLink ? firstSeenAt(facts) : null;
  const known = [facts.lastCapturedAt, facts.lastLinkedAt, undatedAt, facts.archivedAt].filter(
    (at) => at !== null,
  );
  if (known.length === 0) return firstSeenAt(facts);
  return new Date(Math.max(...known.map((at) => at.getTime())));
}
