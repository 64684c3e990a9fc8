import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { ours } from '../blocks/text.js';
import type { Slack } from '../connection/slack.js';
import { tellPerson } from './acting-user.js';

/** Sent to a user whose request found the team's queue full. */
export const BUSY =
  'Belief Layer is overloaded right now, so this was not done. Wait a few seconds, then try again.';

const Requester = z.object({
  user: z.object({ id: z.string() }),
  channel: z.object({ id: z.string() }).nullish(),
  message: z.object({ thread_ts: z.string().optional() }).nullish(),
  response_url: z.string().optional(),
});
const Asker = z.object({
  event: z.object({
    type: z.string(),
    user: z.string(),
    bot_id: z.undefined().optional(),
    channel: z.string().optional(),
    channel_type: z.string().optional(),
    thread_ts: z.string().optional(),
  }),
});
const Form = z.object({
  view: z.object({ blocks: z.array(z.object({ type: z.string(), block_id: z.string() })) }),
});

export interface Turned {
  userId: string;
  tell(slack: Slack): Promise<void>;
}

/** The user to notify that a click or choice was not carried out. */
export function turnedAway(body: unknown): Turned | undefined {
  const { data } = Requester.safeParse(body);
  if (!data) return undefined;
  const { user, channel, message, response_url: responseUrl } = data;
  const to = { userId: user.id, channelId: channel?.id, threadTs: message?.thread_ts, responseUrl };
  return { userId: user.id, tell: (slack) => tellPerson(slack, to, BUSY) };
}

/** The user to notify about a dropped event: only mentions and direct messages are requests. */
export function turnedAwayByEvent(body: unknown): Turned | undefined {
  const event = Asker.safeParse(body).data?.event;
  if (!event || !(event.type === 'app_mention' || event.channel_type === 'im')) return undefined;
  const to = { userId: event.user, channelId: event.channel, threadTs: event.thread_ts };
  return { userId: event.user, tell: (slack) => tellPerson(slack, to, BUSY) };
}

/** The response to a submitted modal: it stays open with its input if it has a field to show the message under. */
export function busyModal(
  body: unknown,
):
  | { response_action: 'errors'; errors: Record<string, string> }
  | { response_action: 'update'; view: ModalView } {
  const field = Form.safeParse(body).data?.view.blocks.find(({ type }) => type === 'input');
  if (field) return { response_action: 'errors', errors: { [field.block_id]: BUSY } };
  const view: ModalView = {
    type: 'modal',
    title: ours('Belief Layer'),
    close: ours('Close'),
    blocks: [{ type: 'section', text: ours(`:hourglass: ${BUSY}`) }],
  };
  return { response_action: 'update', view };
}
