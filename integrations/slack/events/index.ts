import { appHomeOpened } from './app-home-opened.js';
import { appMention } from './app-mention.js';
import type { EventHandler } from './event-handler.js';

/** Every event that is subscribed to in manifest.yml. */
export const EVENTS: Readonly<Record<string, EventHandler>> = {
  app_home_opened: appHomeOpened,
  app_mention: appMention,
};
