import { setImmediate as othersTurn } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const busyMs = 20;

export type Pause = () => Promise<void>;

/** Lets others have their turn after some work. */
export function pauses(): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < busyMs) return;
    await othersTurn();
    since = performance.now();
  };
}
