import type { MemberWorkspace } from '../../../src/pages/sign-in.js';
import type { Workspaces } from './workspaces.js';

/**
 * The team of a workspace, for people who sign in with Slack, and whether a user is a full member.
 * Undefined for a workspace that has not this app.
 */
export async function memberWorkspace(
  workspaces: Workspaces,
  workspaceId: string,
): Promise<MemberWorkspace | undefined> {
  await workspaces.own?.connection.connect().catch(() => {}); // without it, its workspace is unknown
  const slack = await workspaces.find(workspaceId);
  if (!slack) return undefined;
  const known = slack.settings.installed?.workspaceId ?? slack.connection.identity?.workspaceId;
  if (known !== workspaceId) return undefined;
  return {
    teamId: slack.teamId,
    async isMember(userId) {
      const person = await slack.people.certain(await slack.people.find(userId, undefined));
      const { isKnown, isGuest, workspaceId: home = workspaceId } = person;
      return isKnown && !isGuest && home === workspaceId;
    },
  };
}
