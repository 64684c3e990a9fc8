import type { Context } from '../../../src/core/context.js';
import { Refusal } from '../../../src/core/errors.js';
import type { Message } from '../blocks/message.js';
import { mrkdwn } from '../blocks/text.js';
import type { Person } from '../connection/people.js';
import { respond } from '../connection/respond.js';
import { contextOf, type Slack } from '../connection/slack.js';

interface Sender {
  userId: string;
  handle?: string | undefined;
  /** The workspace through which the request came. */
  workspaceId?: string | undefined;
  /** The workspace of the user's account, if the request says so. */
  homeWorkspaceId?: string | undefined;
}

const OUTSIDER = 'Only members of the workspace that runs Belief Layer can do this. Ask a member.';

/**
 * Returns the user who acts, and their team. Throws `forbidden` for users of other workspaces (Slack Connect), and
 * NotConnected if Slack cannot tell us which workspace is ours.
 */
export async function actingUser(
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

/** A place for a message that only one user can see. */
interface Addressee {
  userId: string;
  channelId?: string | undefined;
  threadTs?: string | undefined;
  responseUrl?: string | undefined;
}

const asMessage = (answer: string | Message): Message =>
  typeof answer === 'string'
    ? { text: answer, blocks: [{ type: 'section', text: mrkdwn(answer) }] }
    : answer;

/**
 * Sends a message that only the user can see, in the same place. If that fails (a response_url expires after half
 * an hour, the bot may not be in the channel), sends a direct message.
 */
export async function tellPerson(
  slack: Slack,
  to: Addressee,
  answer: string | Message,
): Promise<void> {
  const message = asMessage(answer);
  try {
    await sendToPerson(slack, to, message);
  } catch (error) {
    if (!to.responseUrl && !to.channelId) throw error;
    await sendToPerson(slack, { userId: to.userId }, message);
  }
}

/** Tries the response_url first, because it works in any channel. */
async function sendToPerson(slack: Slack, to: Addressee, message: Message): Promise<void> {
  if (to.responseUrl) {
    await respond(to.responseUrl, {
      ...message,
      response_type: 'ephemeral',
      replace_original: false,
      ...(to.threadTs ? { thread_ts: to.threadTs } : {}),
    });
    return;
  }
  // without a channel, sends a direct message
  if (!to.channelId) {
    await slack.client.chat.postMessage({ channel: to.userId, ...message });
    return;
  }
  await slack.client.chat.postEphemeral({
    channel: to.channelId,
    user: to.userId,
    ...message,
    ...(to.threadTs ? { thread_ts: to.threadTs } : {}),
  });
}
