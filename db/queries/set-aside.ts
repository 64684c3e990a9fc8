/** The belief key of each study's theme for quotes that people took out of beliefs. */
export const SET_ASIDE = 'set-aside';

/** True for a theme that says something (SQL): all but the one for quotes that are set aside. */
export const isFinding = (theme: string): string =>
  `${theme}.belief_key is distinct from '${SET_ASIDE}'`;
