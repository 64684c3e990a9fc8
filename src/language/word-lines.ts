import { readFileSync } from 'node:fs';

/** The lines of a word list in this folder, without comments (lines that start with `#`). */
export const wordLines = (file: string): string[] =>
  readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
