import type { EventHandler } from '../requests/event-handler.js';
import { homePage, publishHome } from './home.js';

export const appHomeOpened: EventHandler = async (slack, ctx, person, event) => {
  if (event.tab !== 'home') return;
  await publishHome(slack, ctx, person, homePage(event.view?.private_metadata));
};
