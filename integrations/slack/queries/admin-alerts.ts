import { teamStatement } from '../../../db/statement.js';

export interface SlackTroubleRow {
  /** The part that does not work: the workspace, its channel, or the channel's history. */
  place: string;
  /** Slack's own code, such as `not_in_channel`. */
  code: string;
  since: Date;
}

/** Records a problem; returns a row if it is new: ($2 place, $3 code, $4 now). */
export const troubleFound = teamStatement<
  { place: string },
  [place: string, code: string, now: Date]
>(
  'slack.troubleFound',
  `insert into slack_troubles as known (team_id, place, code, since) values ($1, $2, $3, $4)
   on conflict (team_id, place) do update
      set code = excluded.code, since = excluded.since, told_at = null
    where known.code <> excluded.code
   returning place`,
);

export const troubleGone = teamStatement<{ place: string }, [place: string]>(
  'slack.troubleGone',
  'delete from slack_troubles where team_id = $1 and place = $2 returning place',
);

/** Problems at any of these places ($2). */
export const troubles = teamStatement<SlackTroubleRow, [places: readonly string[]]>(
  'slack.troubles',
  'select place, code, since from slack_troubles where team_id = $1 and place = any($2::text[]) order by since, place',
);

export const untoldTroubles = teamStatement<SlackTroubleRow, [places: readonly string[]]>(
  'slack.untoldTroubles',
  `select place, code, since from slack_troubles
    where team_id = $1 and place = any($2::text[]) and told_at is null order by since, place`,
);

export const troubleTold = teamStatement<{ place: string }, [place: string, since: Date]>(
  'slack.troubleTold',
  `update slack_troubles set told_at = now() where team_id = $1 and place = $2 and since = $3
   returning place`,
);

interface FailedPush {
  provider: string;
  failure: string;
}

/** The reason for each tracker whose latest issue could not be created. */
export const failedPushes = teamStatement<FailedPush>(
  'trackers.failedPushes',
  `select provider, failure from (
     select distinct on (provider) provider, failure, url from tracker_pushes
      where team_id = $1 order by provider, greatest(created_at, sent_at, linked_at) desc) latest
    where failure is not null and url is null`,
);
