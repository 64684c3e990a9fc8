import type { SpeakerCount } from '../../../db/entities/source-file.js';
import { namesSomebody } from './role-words.js';

/** Files in which a name must speak before its returning says anything. */
const LEAST_FILES = 2;

/**
 * Who returns in a study's files, and in which share of them: an interviewer is in many, a participant in one.
 * Words such as `User` or `Speaker 1` return without being anybody.
 */
export function returningNames(files: readonly (readonly SpeakerCount[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const speakers of files) {
    for (const { name } of speakers) {
      if (namesSomebody(name))
        counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
    }
  }
  return new Map(
    [...counts]
      .filter(([, count]) => count >= LEAST_FILES)
      .map(([name, count]) => [name, count / files.length]),
  );
}
