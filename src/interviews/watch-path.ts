import { setTimeout as wait } from 'node:timers/promises';
import { type FoundFile, findFiles } from './find-files.js';

const LOOK_MS = 2_000;

const stateOf = (files: readonly FoundFile[]): string =>
  files.map(({ path, bytes, modifiedAt }) => `${path}|${bytes}|${modifiedAt.getTime()}`).join('\n');

/**
 * Calls `onChange` immediately, and whenever files at a path were added or changed and then stayed unchanged for
 * one interval, so that no half-written file is read. `files` is their current number. Stops with the signal.
 * Throws Refusal if the path does not exist.
 */
export async function watchPath(
  path: string,
  { onChange, signal }: { onChange(files: number): Promise<void>; signal: AbortSignal },
): Promise<void> {
  let handled: string | undefined;
  let last: string | undefined;
  while (!signal.aborted) {
    const { files } = await findFiles(path);
    const now = stateOf(files);
    if (handled === undefined || (now !== handled && now === last)) {
      await onChange(files.length);
      handled = now;
    }
    last = now;
    await wait(LOOK_MS, undefined, { signal }).catch(() => {});
  }
}
