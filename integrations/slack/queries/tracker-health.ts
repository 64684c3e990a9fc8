import { teamStatement } from '../../../db/statement.js';

export interface FailedPush {
  provider: string;
  failure: string;
}

/** For each tracker whose latest issue could not be created: the reason. */
export const failedPushes = teamStatement<FailedPush>(
  'trackers.failedPushes',
  `select provider, failure from (
     select distinct on (provider) provider, failure, url from tracker_pushes
      where team_id = $1 order by provider, greatest(created_at, sent_at, linked_at) desc) latest
    where failure is not null and url is null`,
);
