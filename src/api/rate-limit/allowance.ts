/** Near the end of a window points are taken one by one, so that a limit is met exactly. */
const EXACT_BELOW = 100;
const MAX_BLOCK = 25;

/** How many points a process takes at once from a window with this many left: at least 1. */
export const blockSize = (remaining: number): number =>
  remaining <= EXACT_BELOW
    ? 1
    : Math.min(MAX_BLOCK, Math.floor((remaining - EXACT_BELOW) / 10) + 1);

/** Of a block that brought the window to `points`, what the limit allowed. */
export const granted = (block: number, points: number, limit: number): number =>
  Math.max(0, Math.min(block, limit - (points - block)));
