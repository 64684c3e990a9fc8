import type { Context } from '../../../src/context.js';
import { Refusal } from '../../../src/errors.js';
import { contextOf, type Slack } from '../slack.js';
import type { Person } from './people.js';

export interface Sender {
  userId: string;
  handle?: string | undefined;
  /** The workspace that the request came through. */
  workspaceId?: string | undefined;
  /** The workspace that the person's account belongs to, where the request says so. */
  homeWorkspaceId?: string | undefined;
}

const OUTSIDER =
  'Only members of the workspace that runs Belief Layer can do this. Ask somebody from there.';

/**
 * Who acts, and in which team. Throws `forbidden` for people of other workspaces (Slack Connect) and
 * NotConnected where Slack cannot tell us which workspace is ours.
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
