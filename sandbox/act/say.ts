import { z } from 'zod';
import {
  APP_ID,
  BOT_NAME,
  BOT_USER_ID,
  type Channel,
  channelsOf,
  PEOPLE,
  TEAM_ID,
} from '../people.js';
import { respond } from '../response-url.js';
import type { SentFile } from '../state/files.js';
import type { Message } from '../state/messages.js';
import { SlackError } from '../web-api/arguments.js';
import { presentMessage } from '../web-api/present.js';
import { eventEnvelope, interaction, place } from './payloads.js';
import { visibleMessage } from './surroundings.js';
import {
  ActionRefused,
  acknowledged,
  responseUrl,
  sendEvent,
  sendPayload,
  sendSigned,
  type UserAction,
} from './user-action.js';

const MOST = 12_000;
const Text = z.string().max(MOST, {
  error: ({ input }) =>
    `A message may have ${MOST} characters; this one has ${(input as string).length}.`,
});

export const Command = z.object({
  channel: z.string(),
  command: z.string().regex(/^\/[a-z0-9_-]{1,31}$/, 'A command is a slash and lower-case letters.'),
  text: Text,
});
export const Say = z
  .object({
    channel: z.string(),
    text: Text.trim(),
    threadTs: z.string().optional(),
    fileIds: z.array(z.string()).max(10).default([]),
  })
  .refine(({ text, fileIds }) => text !== '' || fileIds.length > 0, 'Write something.');
export const Shortcut = z.object({
  channel: z.string(),
  ts: z.string(),
  callbackId: z.string(),
});

/** Sends a slash command; the user sees the app's immediate response. */
export async function command(action: UserAction, input: z.infer<typeof Command>): Promise<void> {
  const { person, options, workspace } = action;
  const channel = ownChannel(action, input.channel);
  const url = { channel: channel.id, personId: person.id };
  const ack = await sendSigned(options.eventsUrl(), options.signingSecret, {
    form: {
      token: 'sandbox',
      team_id: TEAM_ID,
      team_domain: 'sandbox',
      channel_id: channel.id,
      channel_name: place(channel).name,
      user_id: person.id,
      user_name: person.handle,
      command: input.command,
      text: input.text,
      api_app_id: APP_ID,
      is_enterprise_install: 'false',
      response_url: responseUrl(action, url),
      trigger_id: workspace.passes.issueTrigger(person.id),
    },
  });
  const answer = acknowledged(ack, input.command);
  if (answer === '') return;
  try {
    respond(workspace, url, typeof answer === 'string' ? { text: answer } : answer);
  } catch (error) {
    if (!(error instanceof SlackError)) throw error;
    throw new ActionRefused(
      `The app answered ${input.command} with a message Slack refuses: ${[error.code, ...error.messages].join(' ')}`,
    );
  }
}

/** Posts a message. The app receives the message, and events for mentions of it and for links to it. */
export async function say(action: UserAction, input: z.infer<typeof Say>): Promise<void> {
  const channel = ownChannel(action, input.channel);
  if (input.threadTs) visibleMessage(action, channel.id, input.threadTs);
  const message = action.workspace.messages.post({
    channel: channel.id,
    author: action.person.id,
    text: asTyped(input.text),
    blocks: [],
    files: input.fileIds.map((id) => ownFile(action, id)),
    ...(input.threadTs && { threadTs: input.threadTs }),
  });
  const acks = eventsOf(action, channel, message).map((event) =>
    sendEvent(action, eventEnvelope(event)),
  );
  for (const ack of await Promise.all(acks)) acknowledged(ack, 'Telling the app about it');
}

/** Runs a message shortcut from a message's menu. */
export async function shortcut(action: UserAction, input: z.infer<typeof Shortcut>): Promise<void> {
  const { person, workspace } = action;
  const message = visibleMessage(action, ownChannel(action, input.channel).id, input.ts);
  const channel = ownChannel(action, message.channel);
  const ack = await sendPayload(action, {
    type: 'message_action',
    ...interaction(person),
    callback_id: input.callbackId,
    trigger_id: workspace.passes.issueTrigger(person.id),
    action_ts: (Date.now() / 1000).toFixed(6),
    message_ts: message.ts,
    channel: place(channel),
    message: presentMessage(message),
    response_url: responseUrl(action, {
      channel: message.channel,
      personId: person.id,
      original: message,
    }),
  });
  acknowledged(ack, 'That shortcut');
}

/** Opens the app's Home or Messages tab. */
export async function openApp(action: UserAction, tab: 'home' | 'messages'): Promise<void> {
  const channel = channelsOf(action.person.id).find((one) => one.withPerson)!;
  const event = { type: 'app_home_opened', user: action.person.id, channel: channel.id, tab };
  acknowledged(await sendEvent(action, eventEnvelope(event)), 'Opening the app');
}

function eventsOf(
  action: UserAction,
  channel: Channel,
  message: Message,
): Record<string, unknown>[] {
  const common = {
    ...presentMessage(message),
    channel: channel.id,
    event_ts: message.ts,
    client_msg_id: crypto.randomUUID(),
  };
  const mentioned = !channel.withPerson && message.text.includes(`<@${BOT_USER_ID}>`);
  const links = linksToUs(message.text, action.options.publicUrl ?? action.options.baseUrl);
  return [
    {
      ...common,
      channel_type: channel.withPerson ? 'im' : 'channel',
      ...(message.files.length > 0 && { subtype: 'file_share' }),
    },
    ...(mentioned ? [{ ...common, type: 'app_mention' }] : []),
    ...(links.length > 0
      ? [
          {
            type: 'link_shared',
            channel: channel.id,
            user: message.author,
            message_ts: message.ts,
            is_bot_user_member: true,
            source: 'conversations_history',
            unfurl_id: `${channel.id}.${message.ts}`,
            links,
            ...(message.threadTs && { thread_ts: message.threadTs }),
          },
        ]
      : []),
  ];
}

function ownFile({ person, workspace }: UserAction, id: string): SentFile {
  const file = workspace.files.find(id);
  if (file?.ownerId !== person.id)
    throw new ActionRefused('That file is no longer there: attach it again.');
  return file;
}

function ownChannel(action: UserAction, id: string): Channel {
  const channel = channelsOf(action.person.id).find((one) => one.id === id);
  if (!channel) throw new ActionRefused('That conversation does not exist.');
  return channel;
}

/** The links in a message to this server, which an app may unfurl. */
function linksToUs(text: string, home: () => string): { domain: string; url: string }[] {
  const { host, hostname } = new URL(home());
  const found = [...text.matchAll(/<(https?:\/\/[^>|]+)>/g)].map((match) => match[1]!);
  return found
    .filter((url) => URL.canParse(url) && new URL(url).host === host)
    .map((url) => ({ domain: hostname, url: url.replaceAll('&amp;', '&') }));
}

/** Encodes text as Slack delivers it: escaped, with names and links as tokens. */
function asTyped(text: string): string {
  const names: [string, string][] = [
    [BOT_NAME, BOT_USER_ID],
    ...PEOPLE.flatMap((person): [string, string][] => [
      [person.name, person.id],
      [person.handle, person.id],
    ]),
  ];
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const linked = escaped.replace(/https?:\/\/[^\s<>"]+/g, (url) => `<${url}>`);
  return names.reduce(
    (said, [name, id]) => said.replace(new RegExp(`@${name}\\b`, 'gi'), `<@${id}>`),
    linked,
  );
}
