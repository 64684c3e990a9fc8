import { workspacesOfTeam } from '../../../db/queries/slack-workspaces.js';
import { installLink } from '../../../integrations/slack/workspaces/installed.js';
import { invalidRequest } from '../../core/errors.js';
import { days } from '../../core/numbers.js';
import { command, wholeNumber } from '../command.js';
import { operatorContext } from '../with-database.js';

/** Default lifetime of a link, in days. */
const LASTS = 7;

export const slackInstallLink = command({
  name: 'slack install-link',
  summary: 'a link by which a Slack workspace is installed for a team',
  options: { team: { type: 'string' }, days: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const { slackOAuth, publicUrl, port } = input.config;
    const lasts = wholeNumber(input.options, 'days', { min: 1, max: 90 }) ?? LASTS;
    const { db, now } = await operatorContext(input);
    if (!slackOAuth) {
      throw invalidRequest(
        'Workspaces are installed through OAuth: set SLACK_CLIENT_ID, SLACK_CLIENT_SECRET, SLACK_STATE_SECRET, SLACK_SIGNING_SECRET and ENCRYPTION_KEY first.',
      );
    }
    const expiresAt = new Date(now.getTime() + days(lasts));
    const base = publicUrl ?? `http://localhost:${port}`;
    const url = installLink(base, slackOAuth.stateSecret.reveal(), db.teamId, expiresAt);
    return { url, expiresAt: expiresAt.getTime() };
  },
  show: ({ url, expiresAt }) =>
    `${url}\nIt works until ${new Date(expiresAt).toISOString()}. Anyone who opens it may show this team's beliefs in their workspace.`,
});

export const slackList = command({
  name: 'slack list',
  summary: 'list the Slack workspaces that installed the app for a team',
  options: { team: { type: 'string' } },
  required: ['team'],
  run: async (input) => {
    const { db } = await operatorContext(input);
    const rows = await db.rows(workspacesOfTeam);
    return rows.map(({ workspaceId, name, installedBy, installedAt }) => ({
      workspaceId,
      name,
      installedBy,
      installedAt: installedAt.getTime(),
    }));
  },
  show: (workspaces) =>
    workspaces.map(({ workspaceId, name }) => `${workspaceId}  ${name}`).join('\n') ||
    'No workspace has installed the app for this team.',
});
