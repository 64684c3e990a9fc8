import { homePage, publishHome } from '../home/home.js';
import type { EventHandler } from './event-handler.js';

export const appHomeOpened: EventHandler = async (slack, ctx, person, event) => {
  if (event.tab !== 'home') return;
  await publishHome(slack, ctx, person, homePage(event.view?.private_metadata));
};
