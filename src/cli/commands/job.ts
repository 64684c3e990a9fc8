import { notFound } from '../../core/errors.js';
import { listFailedJobs, retryFailedJob } from '../../jobs/index.js';
import { command } from '../command.js';

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
