import { setTimeout as wait } from 'node:timers/promises';
import { type FoundFile, findFiles } from './find-files.js';

const LOOK_MS = 2_000;

const stateOf = (files: readonly FoundFile[]): string =>
  files.map(({ path, bytes, modifiedAt }) => `${path}|${bytes}|${modifiedAt.getTime()}`).join('\n');

/**
 * Calls `onChange` whenever files at a path were added or changed and then kept still for a look, so that a file
 * that is still being written is not read half. Ends with the signal.
 */
export async function watchPath(
  path: string,
  { onChange, signal }: { onChange(): Promise<void>; signal: AbortSignal },
): Promise<void> {
  let handled = stateOf((await findFiles(path)).files);
  let last = handled;
  while (!signal.aborted) {
    await wait(LOOK_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const now = stateOf((await findFiles(path)).files);
    if (now !== handled && now === last) {
      await onChange();
      handled = now;
    }
    last = now;
  }
}
