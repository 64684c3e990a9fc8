export interface SeenFacts {
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
