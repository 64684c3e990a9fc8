const DAY_MS = 86_400_000;

/** Epoch milliseconds of a moment so many days before the demo's now; negative days lie ahead. */
export type DaysAgo = (days: number) => number;

export function daysBefore(now: Date): DaysAgo {
  return (days) => now.getTime() - Math.round(days * DAY_MS);
}
