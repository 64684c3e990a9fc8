const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Matches any of these names in exactly this spelling, unless it is part of a longer word.
 * @param flags `g` for every match, `i` to ignore case; `u` is always set
 */
export const wholeWords = (names: readonly string[], flags: 'g' | 'gi'): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
    `${flags}u`,
  );
