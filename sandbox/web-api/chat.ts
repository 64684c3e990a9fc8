import { z } from 'zod';
import type { Block } from '../block-kit/blocks.js';
import { checkBlocks } from '../check-blocks.js';
import { BOT_USER_ID, type Channel, directChannel, findChannel, findPerson } from '../people.js';
import type { Message } from '../state/messages.js';
import { withIds } from '../state/with-ids.js';
import type { Workspace } from '../state/workspace.js';
import type { Method } from './arguments.js';
import { Flag, SlackError, take, takeBlocks } from './arguments.js';
import { presentMessage } from './present.js';

const MOST_TEXT = 40_000;

const Content = z.looseObject({
  channel: z.string(),
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  metadata: z.unknown().optional(),
});
const Address = z.looseObject({ channel: z.string(), ts: z.string() });

export const postMessage: Method = ({ workspace, args }) => {
  const input = take(
    Content.extend({ thread_ts: z.string().optional(), reply_broadcast: Flag.optional() }),
    args,
  );
  const channel = channelFor(input.channel);
  if (input.thread_ts && !workspace.messages.find(channel.id, input.thread_ts))
    throw new SlackError('thread_not_found');
  const message = workspace.messages.post({
    channel: channel.id,
    author: BOT_USER_ID,
    ...content(input),
    ...(input.thread_ts && { threadTs: input.thread_ts }),
    broadcast: input.reply_broadcast ?? false,
    metadata: input.metadata,
  });
  return { channel: channel.id, ts: message.ts, message: presentMessage(message) };
};

export const update: Method = ({ workspace, args }) => {
  const input = take(Content.extend({ ts: z.string() }), args);
  const message = ownMessage(workspace, input, 'cant_update_message');
  const changed = content({ ...input, text: input.text ?? message.text });
  message.edited ||= changed.blocks.length === 0;
  workspace.messages.change(message, {
    ...changed,
    ...(input.metadata !== undefined && { metadata: input.metadata }),
  });
  return {
    channel: message.channel,
    ts: message.ts,
    text: message.text,
    message: presentMessage(message),
  };
};

export const remove: Method = ({ workspace, args }) => {
  const message = ownMessage(workspace, take(Address, args), 'cant_delete_message');
  workspace.messages.remove(message);
  return { channel: message.channel, ts: message.ts };
};

export const postEphemeral: Method = ({ workspace, args }) => {
  const input = take(Content.extend({ user: z.string(), thread_ts: z.string().optional() }), args);
  const channel = channelFor(input.channel);
  if (!findPerson(input.user)) throw new SlackError('user_not_in_channel');
  const message = workspace.messages.post({
    channel: channel.id,
    author: BOT_USER_ID,
    ...content(input),
    ...(input.thread_ts && { threadTs: input.thread_ts }),
    visibleTo: input.user,
  });
  return { message_ts: message.ts };
};

export const getPermalink: Method = ({ workspace, options, args }) => {
  const input = take(z.looseObject({ channel: z.string(), message_ts: z.string() }), args);
  const message = publicMessage(workspace, input.channel, input.message_ts);
  const query = new URLSearchParams({ channel: message.channel, message: message.ts });
  return { channel: message.channel, permalink: `${options.baseUrl()}/sandbox?${query}` };
};

export const unfurl: Method = ({ workspace, args }) => {
  const input = take(
    Address.extend({
      unfurls: z.record(z.string(), z.looseObject({ blocks: z.array(z.unknown()) })),
    }),
    args,
  );
  const message = publicMessage(workspace, input.channel, input.ts);
  for (const [address, preview] of Object.entries(input.unfurls)) {
    const problems = checkBlocks(preview.blocks, 'message');
    if (problems.length > 0) throw new SlackError('cannot_unfurl_url', problems);
    message.unfurls.set(address, withIds(preview.blocks as Block[]));
  }
  workspace.messages.announce(message);
  return {};
};

/** Resolves a conversation argument: a channel's id or name, or a user's direct conversation. */
export function channelFor(name: string): Channel {
  const channel = findChannel(name) ?? directChannel(name);
  if (!channel) throw new SlackError('channel_not_found');
  return channel;
}

function content(input: { text?: string | undefined; blocks?: unknown }) {
  const blocks = takeBlocks(input.blocks);
  const text = input.text ?? '';
  if (text === '' && blocks.length === 0) throw new SlackError('no_text');
  if (text.length > MOST_TEXT) throw new SlackError('msg_too_long');
  return { text, blocks };
}

/** Finds a message that is not ephemeral: as in Slack, no method can read or change ephemeral ones. */
export function publicMessage(workspace: Workspace, channel: string, ts: string): Message {
  const message = workspace.messages.find(channelFor(channel).id, ts);
  if (!message || message.visibleTo) throw new SlackError('message_not_found');
  return message;
}

function ownMessage(
  workspace: Workspace,
  address: { channel: string; ts: string },
  otherwise: string,
): Message {
  const message = publicMessage(workspace, address.channel, address.ts);
  if (message.author !== BOT_USER_ID) throw new SlackError(otherwise);
  return message;
}
