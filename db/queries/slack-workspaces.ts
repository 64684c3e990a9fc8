import { systemStatement, teamStatement } from '../statement.js';

/** A workspace that installed the app, and the team whose beliefs it shows. */
export interface SlackWorkspaceRow {
  teamId: string;
  workspaceId: string;
  name: string;
  botUserId: string;
  botId: string | null;
  sealedToken: string;
  installedBy: string;
  installedAt: Date;
}

const columns = `team_id as "teamId", workspace_id as "workspaceId", name, bot_user_id as "botUserId",
  bot_id as "botId", sealed_token as "sealedToken", installed_by as "installedBy", installed_at as "installedAt"`;

/** The workspace with the id in a Slack request ($1); leads to its team. */
export const workspaceById = systemStatement<SlackWorkspaceRow, [workspaceId: string]>(
  'slack.workspaceById',
  `select ${columns} from slack_workspaces where workspace_id = $1`,
);

export const workspacesOfTeam = teamStatement<SlackWorkspaceRow>(
  'slack.workspacesOfTeam',
  `select ${columns} from slack_workspaces where team_id = $1 order by installed_at, workspace_id`,
);

export const teamsWithWorkspaces = systemStatement<{ teamId: string }>(
  'slack.teamsWithWorkspaces',
  'select distinct team_id as "teamId" from slack_workspaces order by team_id',
);

export const sealedTokens = systemStatement<{ sealedToken: string }>(
  'slack.sealedTokens',
  'select sealed_token as "sealedToken" from slack_workspaces',
);

/** Connects a workspace to the team, or updates an existing connection. No row if it belongs to another team. */
export const tieWorkspace = teamStatement<
  { workspaceId: string },
  {
    workspaceId: string;
    name: string;
    botUserId: string;
    botId: string | null;
    sealedToken: string;
    installedBy: string;
    installedAt: Date;
  }
>(
  'slack.tieWorkspace',
  ($) => `insert into slack_workspaces
     (team_id, workspace_id, name, bot_user_id, bot_id, sealed_token, installed_by, installed_at)
   values ($1, ${$.workspaceId}, ${$.name}, ${$.botUserId}, ${$.botId}, ${$.sealedToken}, ${$.installedBy}, ${$.installedAt})
   on conflict (workspace_id) do update
      set name = excluded.name, bot_user_id = excluded.bot_user_id, bot_id = excluded.bot_id,
          sealed_token = excluded.sealed_token, installed_by = excluded.installed_by,
          installed_at = excluded.installed_at
    where slack_workspaces.team_id = $1
   returning workspace_id as "workspaceId"`,
);

/** Replaces a workspace's ($2) encrypted token ($3) unless it has changed since it was read ($4). */
export const resealWorkspace = teamStatement<
  { workspaceId: string },
  [workspaceId: string, sealedToken: string, readToken: string]
>(
  'slack.resealWorkspace',
  `update slack_workspaces set sealed_token = $3
    where team_id = $1 and workspace_id = $2 and sealed_token = $4
   returning workspace_id as "workspaceId"`,
);

/** Disconnects a workspace ($2) unless it was installed again since the event ($3). */
export const untieWorkspace = teamStatement<
  { workspaceId: string },
  [workspaceId: string, at: Date]
>(
  'slack.untieWorkspace',
  `delete from slack_workspaces where team_id = $1 and workspace_id = $2 and installed_at <= $3
   returning workspace_id as "workspaceId"`,
);
