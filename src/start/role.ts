/** `web` answers HTTP, `worker` works jobs and keeps the clock; `npm start` is both in one process. */
export type Role = 'web' | 'worker';
