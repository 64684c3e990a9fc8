import type { Slack } from '../slack.js';
import { appHomeOpened } from './app-home-opened.js';
import { appMention } from './app-mention.js';
import { channelShared } from './channel-shared.js';
import type { EventHandler, SlackEvent } from './event-handler.js';
import { linkShared } from './link-shared.js';
import { message } from './message.js';

/** Every event of a person that is subscribed to in manifest.yml. */
export const EVENTS: Readonly<Record<string, EventHandler>> = {
  app_home_opened: appHomeOpened,
  app_mention: appMention,
  link_shared: linkShared,
  message,
};

/** Those that Slack tells by itself: nobody asked for anything, and nobody is answered. */
export const NOTICES: Readonly<Record<string, (slack: Slack, event: SlackEvent) => Promise<void>>> =
  { channel_shared: channelShared };
