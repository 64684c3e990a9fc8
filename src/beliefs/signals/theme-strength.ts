import { BROAD_PARTICIPANTS, CORROBORATED_PARTICIPANTS } from '../../core/decisions.js';

export type ThemeStrength = 'thin' | 'corroborated' | 'broad';

/**
 * A word for the number of distinct participants who support a theme (docs/reference.md, Signals).
 */
export function themeStrength(participants: number): ThemeStrength {
  if (participants < CORROBORATED_PARTICIPANTS) return 'thin';
  return participants < BROAD_PARTICIPANTS ? 'corroborated' : 'broad';
}
