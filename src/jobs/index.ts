export { enqueue, enqueueForEveryTeam, type JobRequest } from '../../db/queries/enqueue.js';
export { type FailedJob, listFailedJobs, retryFailedJob } from './failed-jobs.js';
export { countJobs, type JobCounts } from './job-counts.js';
export { type JobHandler, RetryLater } from './job-handler.js';
export { createJobRunner, type JobRunner, type JobRunnerOptions } from './job-runner.js';
export type { Schedule, ScheduleDeps } from './schedule.js';
export { createScheduler, type Scheduler } from './scheduler.js';
