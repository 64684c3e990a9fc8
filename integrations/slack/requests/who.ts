import type { Context } from '../../../src/core/context.js';
import { Refusal } from '../../../src/core/errors.js';
import type { Person } from '../connection/people.js';
import { contextOf, type Slack } from '../connection/slack.js';

export interface Sender {
  userId: string;
  handle?: string | undefined;
  /** The workspace through which the request came. */
  workspaceId?: string | undefined;
  /** The workspace of the user's account, if the request says so. */
  homeWorkspaceId?: string | undefined;
}

const OUTSIDER =
  'Only members of the workspace that runs Belief Layer can do this. Ask one of them.';

/**
 * The user who acts, and their team. Throws `forbidden` for users of other workspaces (Slack Connect), and
 * NotConnected if Slack cannot tell us which workspace is ours.
 */
export async function whoActs(
  slack: Slack,
  sender: Sender,
): Promise<{ ctx: Context; person: Person }> {
  const { workspaceId } = await slack.connection.connect();
  const homes = [sender.workspaceId, sender.homeWorkspaceId];
  if (homes.some((home) => home !== undefined && home !== workspaceId)) {
    throw new Refusal('forbidden', OUTSIDER);
  }
  const person = await slack.people.find(sender.userId, sender.handle);
  if (person.workspaceId !== undefined && person.workspaceId !== workspaceId) {
    throw new Refusal('forbidden', OUTSIDER);
  }
  const actor = { type: 'slack_user' as const, id: person.userId, name: person.name };
  return { ctx: contextOf(slack, actor), person };
}
