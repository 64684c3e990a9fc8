import { vacuum } from '../../db/maintenance.js';
import { systemStatement } from '../../db/statement.js';
import type { Schedule } from './schedule.js';

/** Longer than any schedule's own period, so that no slot can be claimed twice. */
const KEPT_DAYS = 40;

const pruneJobRuns = systemStatement(
  'jobRuns.prune',
  'delete from job_runs where slot < $1::timestamptz - make_interval(days => $2)',
);

export const pruneSchedule: Schedule = {
  name: 'prune-job-runs',
  cron: '17 3 * * *',
  run: async ({ system }, firedAt) => {
    await system.rows(pruneJobRuns, firedAt, KEPT_DAYS);
  },
};

/** The embedded database has no autovacuum and no statistics of its own. */
export const vacuumSchedule = (url: string): Schedule => ({
  name: 'vacuum-embedded-database',
  cron: '43 3 * * *',
  run: () => vacuum(url),
});
