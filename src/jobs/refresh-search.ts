import { inTransaction } from '../context.js';
import { refreshSearch } from '../search/refresh-search.js';
import type { JobHandler } from './job-handler.js';

/** Builds anew what an older version of the service indexed; a migration asks for it, team by team. */
export const refreshSearchJob: JobHandler = {
  kind: 'refresh-search',
  run: (ctx) => inTransaction(ctx, (tx) => refreshSearch(tx)),
};
