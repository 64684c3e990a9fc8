/**
 * A word of a command line that users paste. Quoted if a shell might interpret it: names of speakers come from
 * transcripts, and `$(…)` in one must not run. A POSIX shell expands nothing in single quotes.
 */
export const shellWord = (text: string): string =>
  /^[\w/.:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
