import { configDefaults, defineConfig } from 'vitest/config';

/** Long by nature: kills, full disks, scale, whole processes and browsers. `npm run test:all` runs them too. */
const LONG = [
  'test/operations/**',
  'test/scale/**',
  'test/**/crash.test.ts',
  'test/db/embedded-crash.test.ts',
  'test/db/open-database.test.ts',
  'test/ingest/event-loop.test.ts',
  'test/ingest/given-up.test.ts',
  'test/ingest/linear.test.ts',
  'test/start/processes.test.ts',
  'test/start/database-outage.test.ts',
];

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: mode === 'all' ? configDefaults.exclude : [...configDefaults.exclude, ...LONG],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
}));
