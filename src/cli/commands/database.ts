import { migrate as runMigrations } from '../../../db/migrate.js';
import { createModels } from '../../../integrations/models/index.js';
import { notFound } from '../../core/errors.js';
import { counted } from '../../core/words.js';
import type { Change } from '../../engine/cause.js';
import { type EngineReport, runEngine } from '../../engine/run-engine.js';
import { listFailedJobs, retryFailedJob } from '../../jobs/index.js';
import { recountFacts } from '../../server/recount-facts.js';
import { command } from '../command.js';
import { operatorContext } from '../with-database.js';

export const migrate = command({
  name: 'migrate',
  summary: 'bring the database up to this version',
  unmigrated: true,
  run: async ({ system, onMigration }) => ({
    migrations: await runMigrations(system.dataSource, onMigration),
  }),
  show: ({ migrations }) =>
    migrations.length > 0
      ? `${counted(migrations.length, 'migration')} applied.`
      : 'The database is up to date.',
});

export const refresh = command({
  name: 'refresh',
  summary:
    'recount stored facts, bring gaps, cards, receipts and recommendations up to date now, and say what changed',
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const models = createModels({ llm: input.config.llm });
    const ctx = { ...(await operatorContext(input)), models };
    await recountFacts(ctx);
    return runEngine(ctx, 'everything');
  },
  show: ({ changes }: EngineReport) =>
    changes.length === 0 ? 'Nothing changed.' : changes.map(changeLine).join('\n'),
});

const changeLine = ({ did, what, type, summary, why }: Change): string =>
  `${did} ${what} ${type}: ${summary}\n    because ${why}`;

export const jobFailed = command({
  name: 'job failed',
  summary: 'list jobs that have used all their attempts, with the reason',
  run: ({ system }) => listFailedJobs(system),
  show: (jobs) =>
    jobs
      .map(({ teamId, kind, key, failedAt, lastError }) =>
        [failedAt.toISOString(), teamId, kind, key, lastError].join('  '),
      )
      .join('\n') || 'No job has failed.',
});

export const jobRetry = command({
  name: 'job retry',
  summary: 'try a failed job again',
  args: ['kind', 'key'],
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async ({ system, args, options }) => {
    const job = {
      teamId: options.team as string,
      kind: args.kind as string,
      key: args.key as string,
    };
    if (!(await retryFailedJob(system, job)))
      throw notFound('failed job', `${job.kind} ${job.key}`);
    return job;
  },
  show: ({ kind, key }) => `${kind} ${key} will run again.`,
});
