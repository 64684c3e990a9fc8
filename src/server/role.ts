/** `web` serves HTTP, `worker` runs jobs and schedules; `npm start` does both in one process. */
export type Role = 'web' | 'worker';
