import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { BOT_SCOPES } from '../../integrations/slack/connection/client.js';
import {
  COMMANDS,
  EVENTS,
  NOTICES,
  SHORTCUTS,
} from '../../integrations/slack/listeners/listeners.js';
import { REMOVALS } from '../../integrations/slack/workspaces/uninstall.js';

const root = join(import.meta.dirname, '../..');
const url = z.url().regex(/\/slack\/events$/);

/** Slack's documented limits, for what we use; anything else is a mistake. */
const Manifest = z.strictObject({
  _metadata: z.strictObject({ major_version: z.literal(1), minor_version: z.literal(1) }),
  display_information: z.strictObject({
    name: z.string().max(35),
    description: z.string().max(140),
    background_color: z.string().regex(/^#[0-9a-f]{6}$/),
  }),
  features: z.strictObject({
    app_home: z.strictObject({
      home_tab_enabled: z.literal(true),
      messages_tab_enabled: z.boolean(),
      messages_tab_read_only_enabled: z.boolean(),
    }),
    bot_user: z.strictObject({
      display_name: z
        .string()
        .max(80)
        .regex(/^[a-z0-9._-]+$/),
      always_online: z.boolean(),
    }),
    slash_commands: z.array(
      z.strictObject({
        command: z.string().regex(/^\/[a-z-]{1,31}$/),
        description: z.string().max(2000),
        usage_hint: z.string().max(1000),
        url,
        should_escape: z.boolean(),
      }),
    ),
    shortcuts: z.array(
      z.strictObject({
        name: z.string().max(24),
        type: z.literal('message'),
        callback_id: z.string().max(255),
        description: z.string().max(150),
      }),
    ),
    unfurl_domains: z.array(z.hostname()).max(5),
    rich_previews: z.strictObject({
      is_active: z.literal(true),
      entity_types: z.array(z.literal('slack#/entities/item')),
    }),
  }),
  oauth_config: z.strictObject({
    redirect_urls: z.tuple([
      z.url().regex(/\/slack\/oauth_redirect$/),
      z.url().regex(/\/p\/signed-in$/),
    ]),
    scopes: z.strictObject({
      user: z.tuple([z.literal('openid'), z.literal('profile')]),
      bot: z.array(z.string()).max(255),
    }),
  }),
  settings: z.strictObject({
    event_subscriptions: z.strictObject({
      request_url: url,
      bot_events: z.array(z.string()).max(100),
    }),
    interactivity: z.strictObject({
      is_enabled: z.literal(true),
      request_url: url,
      message_menu_options_url: url,
    }),
    org_deploy_enabled: z.boolean(),
    socket_mode_enabled: z.boolean(),
    token_rotation_enabled: z.literal(false),
  }),
});

/** The scopes that each Web API method needs; `views.*` and `auth.test` need none. */
const SCOPES: Record<string, string[]> = {
  'chat.postMessage': ['chat:write'],
  'chat.postEphemeral': ['chat:write'],
  'chat.update': ['chat:write'],
  'users.info': ['users:read', 'users:read.email'],
  'users.list': ['users:read'],
  'conversations.info': ['channels:read', 'groups:read'],
  'conversations.history': ['channels:history', 'groups:history'],
  'chat.unfurl': ['links:write'],
  'entity.presentDetails': [],
  'chat.getPermalink': [],
  'files.info': ['files:read'],
  'conversations.replies': ['channels:history', 'groups:history'],
  'views.open': [],
  'views.push': [],
  'views.update': [],
  'views.publish': [],
  'auth.test': [],
};
const EVENT_SCOPES: Record<string, string[]> = {
  app_home_opened: [],
  app_mention: ['app_mentions:read'],
  app_uninstalled: [],
  channel_shared: ['channels:read', 'groups:read'],
  tokens_revoked: [],
  message: ['channels:history', 'groups:history', 'im:history'],
  link_shared: ['links:read'],
  entity_details_requested: [],
  reaction_added: ['reactions:read'],
};

const manifest = Manifest.parse(parse(readFileSync(join(root, 'manifest.yml'), 'utf8')));

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

describe('manifest.yml', () => {
  it('declares the commands and events that the code serves, and no others', () => {
    const commands = manifest.features.slash_commands.map(({ command }) => command);
    expect(commands.toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
    // one kind of event is subscribed to by the place of the message
    const messages = ['message.channels', 'message.groups', 'message.im'];
    const events = [...Object.keys(EVENTS), ...Object.keys(NOTICES), ...REMOVALS].flatMap((name) =>
      name === 'message' ? messages : [name],
    );
    expect(manifest.settings.event_subscriptions.bot_events.toSorted()).toEqual(events.toSorted());
  });

  it('declares the shortcuts that the code serves, and no others', () => {
    const shortcuts = manifest.features.shortcuts.map(({ callback_id }) => callback_id);
    expect(shortcuts.toSorted()).toEqual(Object.keys(SHORTCUTS).toSorted());
  });

  it('asks for the scopes that the methods, commands and events need, and no others', () => {
    const code = sources('integrations/slack').join('\n');
    const called = new Set(
      [
        ...code.matchAll(
          /(?:\.|await )(chat|users|conversations|views|files|auth|entity)\.([a-zA-Z]+)\(/g,
        ),
      ].map(([, family, method]) => `${family}.${method}`),
    );
    expect([...called].filter((method) => !(method in SCOPES))).toEqual([]);
    const needed = new Set([
      'commands',
      ...[...called].flatMap((method) => SCOPES[method] ?? []),
      ...[...Object.keys(EVENTS), ...Object.keys(NOTICES)].flatMap(
        (event) => EVENT_SCOPES[event] ?? [`unknown event ${event}`],
      ),
    ]);
    expect(manifest.oauth_config.scopes.bot.toSorted()).toEqual([...needed].toSorted());
    expect([...BOT_SCOPES].toSorted()).toEqual([...needed].toSorted());
  });
});
