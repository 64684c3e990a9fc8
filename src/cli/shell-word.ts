/**
 * A word of a command line that users paste. Quoted if a shell might interpret it: names of speakers come from
 * transcripts, and `$(…)` in one must not run. In single quotes, neither a POSIX shell nor PowerShell expands anything.
 */
export const shellWord = (text: string): string =>
  /^[\w/.:\\-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
