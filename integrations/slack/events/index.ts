import { appHomeOpened } from './app-home-opened.js';
import { appMention } from './app-mention.js';
import type { EventHandler } from './event-handler.js';
import { linkShared } from './link-shared.js';
import { message } from './message.js';

/** Every event that is subscribed to in manifest.yml. */
export const EVENTS: Readonly<Record<string, EventHandler>> = {
  app_home_opened: appHomeOpened,
  app_mention: appMention,
  link_shared: linkShared,
  message,
};
