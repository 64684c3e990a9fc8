import type { ReadingOptions } from '../../db/entities/source-file.js';
import type { FileToIngest } from './ingested-file.js';

/** Merges new options with those of earlier requests, which stay in force: a corrected interviewer stays corrected. */
export function optionsOf(input: FileToIngest, before: ReadingOptions | undefined): ReadingOptions {
  const { mapping, mask, anonymous, interviewers = [], participants = [] } = input;
  const named = interviewers.length + participants.length > 0;
  const { interviewers: _, participants: __, ...others } = before ?? {};
  return {
    ...(named ? others : before),
    ...(mapping && Object.keys(mapping).length > 0 && { mapping }),
    ...(mask && { mask }),
    ...(anonymous && { anonymous }),
    ...(interviewers.length > 0 && { interviewers: [...interviewers].sort() }),
    ...(participants.length > 0 && { participants: [...participants].sort() }),
  };
}

/** Equal for the same options in any order. */
export const optionsKey = (options: ReadingOptions): string =>
  JSON.stringify(Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1)));

export const sameOptions = (a: ReadingOptions, b: ReadingOptions): boolean =>
  optionsKey(a) === optionsKey(b);
