const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Finds any of these names, spelled just so, where it is not part of a longer word.
 * @param flags `g` for every place, `i` in any case; `u` is always set
 */
export const wholeWords = (names: readonly string[], flags: 'g' | 'gi'): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
    `${flags}u`,
  );
