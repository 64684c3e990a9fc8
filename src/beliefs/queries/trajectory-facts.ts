/** Facts that determine the trajectory of one theme or signal. */
export interface TrajectoryRow {
  first: Date | null;
  recent: number;
  earlier: number;
  oldestRecent: Date[];
  oldestEarlier: Date[];
}

/**
 * Captures read per window, the next to leave it first. More would only allow looking further
 * ahead.
 */
const CAPTURES_READ = 64;

/** The starts of the recent window and of the one before it. */
export type TrajectoryWindows = [recent: Date, earlier: Date];

/**
 * Columns of TrajectoryRow over the rows `e` for which `supports` holds. `$3` is the start of the
 * recent window, `$4` of the window before it.
 */
export const trajectoryColumns = (supports: string): string => {
  const recent = `filter (where ${supports} and e.captured_at >= $3)`;
  const earlier = `filter (where ${supports} and e.captured_at < $3 and e.captured_at >= $4)`;
  const oldest = `array_agg(e.captured_at order by e.captured_at)`;
  return `
    min(e.captured_at) filter (where ${supports}) as first,
    (count(*) ${recent})::int as recent,
    (count(*) ${earlier})::int as earlier,
    coalesce((${oldest} ${recent})[1:${CAPTURES_READ}], '{}') as "oldestRecent",
    coalesce((${oldest} ${earlier})[1:${CAPTURES_READ}], '{}') as "oldestEarlier"`;
};
