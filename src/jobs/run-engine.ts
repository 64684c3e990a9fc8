import { enqueueForEveryTeam } from '../../db/queries/enqueue.js';
import { RUN_ENGINE } from '../engine/queue-engine.js';
import { runEngine } from '../engine/run-engine.js';
import type { JobHandler } from './job-handler.js';
import type { Schedule } from './schedule.js';

/** Looks at what changed since the last run. */
export const runEngineJob: JobHandler = {
  kind: RUN_ENGINE,
  async run(ctx, payload) {
    const { everything } = payload as { everything?: boolean };
    const { looked, changes } = await runEngine(ctx, everything ? 'everything' : 'changed');
    ctx.log.info({ looked, changes: changes.length }, 'the engine ran');
  },
};

/** Time alone makes beliefs stale and ships due; one look a night at everything finds what was never marked. */
export const engineSchedule: Schedule = {
  name: 'run-engine',
  cron: '17 4 * * *',
  run: ({ system }) =>
    enqueueForEveryTeam(system, {
      kind: RUN_ENGINE,
      key: 'everything',
      payload: { everything: true },
    }),
};
