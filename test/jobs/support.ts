import { afterEach } from 'vitest';
import { createLog } from '../../src/core/log.js';
import {
  createJobRunner,
  type JobHandler,
  type JobRunner,
  type JobRunnerOptions,
} from '../../src/jobs/index.js';
import type { TestDatabase } from '../support/database.js';

export const silent = createLog('silent');

/** Starts runners that the test's end stops. */
export function useRunners(database: TestDatabase) {
  let runners: JobRunner[] = [];
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.stop(0)));
    runners = [];
  });
  return (handler: JobHandler, options: Partial<JobRunnerOptions> = {}): JobRunner => {
    const runner = createJobRunner({
      system: database.system,
      log: silent,
      handlers: [handler],
      pollMs: 50,
      backOff: () => 1,
      ...options,
    });
    runners.push(runner);
    runner.start();
    return runner;
  };
}

/** A promise that the test settles, to hold a handler at a known point. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
