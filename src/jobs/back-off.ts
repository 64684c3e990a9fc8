const FIRST_MS = 2_000;
const LONGEST_MS = 10 * 60_000;

/**
 * How long a job waits after its nth failure (n from 1), in milliseconds: doubling from 2 s to 10 min,
 * and at random between half of that and all of it, so that jobs that failed together do not return together.
 */
export function backOffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1));
  return full * (0.5 + random() / 2);
}
