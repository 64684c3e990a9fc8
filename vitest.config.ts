import { defineConfig } from 'vitest/config';

/**
 * Slow by nature: kills, full disks, scale, clocks that are moved, long histories counted by hand, whole processes,
 * commands and browsers. `npm run test:all` runs them too.
 */
const SLOW = [
  'test/operations/**/*.test.ts',
  'test/scale/**/*.test.ts',
  'test/start/!(config).test.ts',
  'test/cli/**/*.test.ts',
  'test/**/browser.test.ts',
  'test/{analysis,engine,models,pages}/*command{,s}.test.ts',
  'test/**/crash.test.ts',
  'test/db/embedded-{crash,vectors}.test.ts',
  'test/db/open-database.test.ts',
  'test/db/silent-server.test.ts',
  'test/beliefs/refresh-facts.test.ts',
  'test/engine/incremental.test.ts',
  'test/interviews/{event-loop,given-up,hostile-files}.test.ts',
  'test/{analysis,interviews}/linear.test.ts',
  'test/mcp/{long-texts,stdio}.test.ts',
  'test/sandbox/newcomer.test.ts',
  'test/sandbox/tour.test.ts',
  'test/slack/load.test.ts',
  'test/issues/*faults.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    restoreMocks: true,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        // the files of a process share modules and a database (test/support/database.ts): imports cost a tenth
        extends: true,
        test: { name: 'fast', include: ['test/**/*.test.ts'], exclude: SLOW, isolate: false },
      },
      { extends: true, test: { name: 'slow', include: SLOW } },
    ],
  },
});
