import { teamStatement } from '../../../db/statement.js';

export interface SlackHomeRow {
  userId: string;
  page: unknown;
  renderedHash: string | null;
}

/** Records that a user looks at this page of their Home. */
export const homeShown = teamStatement<
  { userId: string },
  { workspaceId: string; userId: string; page: object; renderedHash: string | null; now: Date }
>(
  'slack.homeShown',
  ($) => `insert into slack_homes (team_id, workspace_id, user_id, page, rendered_hash, opened_at)
   values ($1, ${$.workspaceId}, ${$.userId}, ${$.page}, ${$.renderedHash}, ${$.now})
   on conflict (team_id, workspace_id, user_id) do update
      set page = excluded.page, rendered_hash = excluded.rendered_hash, opened_at = excluded.opened_at
   returning user_id as "userId"`,
);

/** Records a redraw the user did not request: ($2 workspace, $3 user, $4 hash). */
export const homeRedrawn = teamStatement<
  { userId: string },
  [workspaceId: string, userId: string, renderedHash: string]
>(
  'slack.homeRedrawn',
  `update slack_homes set rendered_hash = $4
    where team_id = $1 and workspace_id = $2 and user_id = $3 returning user_id as "userId"`,
);

/** Homes that may be open: looked at within $3 hours; the latest 200. */
export const openHomes = teamStatement<SlackHomeRow, [workspaceId: string, hours: number]>(
  'slack.openHomes',
  `select user_id as "userId", page, rendered_hash as "renderedHash" from slack_homes
    where team_id = $1 and workspace_id = $2 and opened_at > now() - make_interval(hours => $3)
    order by opened_at desc limit 200`,
);
