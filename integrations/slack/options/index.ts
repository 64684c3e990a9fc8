import type { Menu } from './menu.js';
import { studyMenu } from './studies.js';
import { themeMenu } from './themes.js';

/** Every menu whose options are looked up while a person types, by its action id. */
export const MENUS: Readonly<Record<string, Menu>> = {
  'evidence.study': studyMenu,
  'evidence.theme': themeMenu,
  'files.study': studyMenu,
};
