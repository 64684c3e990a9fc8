export { type JobHandler, RetryLater } from './job-handler.js';
export type { Schedule, ScheduleDeps } from './schedule.js';
