import { BROAD_PARTICIPANTS, CORROBORATED_PARTICIPANTS } from '../decisions.js';

export type ThemeStrength = 'thin' | 'corroborated' | 'broad';

/** How many distinct participants support a theme, in words (decisions.md, Signals). */
export function themeStrength(participants: number): ThemeStrength {
  if (participants < CORROBORATED_PARTICIPANTS) return 'thin';
  return participants < BROAD_PARTICIPANTS ? 'corroborated' : 'broad';
}
