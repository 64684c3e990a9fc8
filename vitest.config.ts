import { configDefaults, defineConfig } from 'vitest/config';

/** Long by nature: kills, full disks, scale, whole processes, commands and browsers. `npm run test:all` runs them too. */
const LONG = [
  'test/operations/**',
  'test/scale/**',
  'test/start/!(config).test.ts',
  'test/cli/**',
  'test/**/browser.test.ts',
  'test/{analysis,engine,models,pages}/*command{,s}.test.ts',
  'test/**/crash.test.ts',
  'test/db/embedded-crash.test.ts',
  'test/db/open-database.test.ts',
  'test/db/silent-server.test.ts',
  'test/ingest/event-loop.test.ts',
  'test/ingest/given-up.test.ts',
  'test/ingest/linear.test.ts',
  'test/mcp/stdio.test.ts',
  'test/sandbox/newcomer.test.ts',
  'test/sandbox/tour.test.ts',
  'test/slack/load.test.ts',
];

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: mode === 'all' ? configDefaults.exclude : [...configDefaults.exclude, ...LONG],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    isolate: false,
    restoreMocks: true,
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
}));
