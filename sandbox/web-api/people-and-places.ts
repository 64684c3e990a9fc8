import { z } from 'zod';
import {
  APP_ID,
  BOT_ID,
  BOT_USER_ID,
  CHANNELS,
  directChannel,
  findPerson,
  PEOPLE,
  type Person,
  TEAM_ID,
} from '../people.js';
import type { Method } from './arguments.js';
import { SlackError, take } from './arguments.js';
import { channelFor, publicMessage } from './chat.js';
import { BOT_USER, presentChannel, presentMessage, presentPerson } from './present.js';

export const authTest: Method = ({ options }) => ({
  url: `${options.baseUrl()}/sandbox`,
  team: options.teamName,
  team_id: TEAM_ID,
  user: BOT_USER.name,
  user_id: BOT_USER_ID,
  bot_id: BOT_ID,
  app_id: APP_ID,
  is_enterprise_install: false,
});

export const usersInfo: Method = ({ args }) => {
  const { user } = take(z.looseObject({ user: z.string() }), args);
  return { user: user === BOT_USER_ID ? BOT_USER : presentPerson(known(findPerson(user))) };
};

export const usersLookupByEmail: Method = ({ args }) => {
  const { email } = take(z.looseObject({ email: z.string() }), args);
  const person = PEOPLE.find((one) => one.email === email.toLowerCase());
  if (!person) throw new SlackError('users_not_found');
  return { user: presentPerson(person) };
};

export const conversationsInfo: Method = ({ args }) => {
  const { channel } = take(z.looseObject({ channel: z.string() }), args);
  return { channel: presentChannel(channelFor(channel)) };
};

export const conversationsList: Method = () => ({
  channels: CHANNELS.map(presentChannel),
  response_metadata: { next_cursor: '' },
});

export const conversationsOpen: Method = ({ args }) => {
  const { users } = take(z.looseObject({ users: z.string() }), args);
  const channel = directChannel(users);
  if (!channel) throw new SlackError('user_not_found');
  return { channel: presentChannel(channel) };
};

export const usersList: Method = () => ({
  members: [...PEOPLE.map(presentPerson), BOT_USER],
  response_metadata: { next_cursor: '' },
});

/** A message and its replies, oldest first. */
export const conversationsReplies: Method = ({ workspace, args }) => {
  const input = take(z.looseObject({ channel: z.string(), ts: z.string() }), args);
  const root = publicMessage(workspace, input.channel, input.ts);
  const replies = workspace.messages.replies(root).filter((reply) => !reply.visibleTo);
  return { messages: [root, ...replies].map(presentMessage), has_more: false };
};

/** A conversation's messages outside threads, newest first. */
export const conversationsHistory: Method = ({ workspace, args }) => {
  const { channel } = take(z.looseObject({ channel: z.string() }), args);
  const messages = workspace.messages
    .list(channelFor(channel).id)
    .filter((message) => !message.visibleTo && (!message.threadTs || message.broadcast));
  return { messages: messages.toReversed().map(presentMessage), has_more: false };
};

export const reactionsAdd: Method = ({ workspace, args }) => {
  const input = take(
    z.looseObject({ channel: z.string(), timestamp: z.string(), name: z.string() }),
    args,
  );
  const message = publicMessage(workspace, input.channel, input.timestamp);
  const reaction = message.reactions.find((one) => one.name === input.name);
  if (reaction?.by.includes(BOT_USER_ID)) throw new SlackError('already_reacted');
  if (reaction) reaction.by.push(BOT_USER_ID);
  else message.reactions.push({ name: input.name, by: [BOT_USER_ID] });
  workspace.messages.announce(message);
  return {};
};

function known(person: Person | undefined): Person {
  if (!person) throw new SlackError('user_not_found');
  return person;
}
