import { setImmediate as othersTurn } from 'node:timers/promises';

/** Milliseconds of work after which the event loop gets a turn. */
const busyMs = 20;

export type Pause = () => Promise<void>;

/** Returns a function to await between steps of long work: it yields to the event loop when it is due. */
export function pauses(): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < busyMs) return;
    await othersTurn();
    since = performance.now();
  };
}
