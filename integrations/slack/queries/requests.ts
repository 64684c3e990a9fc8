import { teamStatement } from '../../../db/statement.js';

/** Claims a request from Slack; returns no row if it was seen before. */
export const takeRequest = teamStatement<{ requestKey: string }, [requestKey: string]>(
  'slack.takeRequest',
  `insert into slack_requests (team_id, request_key) values ($1, $2)
   on conflict do nothing
   returning request_key as "requestKey"`,
);

/** Slack repeats a request for minutes, not days. */
export const forgetRequests = teamStatement<{ requestKey: string }>(
  'slack.forgetRequests',
  `delete from slack_requests where team_id = $1 and received_at < now() - interval '2 days'
   returning request_key as "requestKey"`,
);

/** Claims a request that may be repeated after an interval ($3, such as `30 minutes`). */
export const takeAgain = teamStatement<
  { requestKey: string },
  [requestKey: string, interval: string]
>(
  'slack.takeAgain',
  `insert into slack_requests (team_id, request_key) values ($1, $2)
   on conflict (team_id, request_key) do update set received_at = now()
    where slack_requests.received_at < now() - $3::interval
   returning request_key as "requestKey"`,
);
