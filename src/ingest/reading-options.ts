import type { ReadingOptions } from '../../db/entities/source-file.js';
import type { FileToIngest } from './ingested-file.js';

/** What was asked for before holds until something else is asked for: an interviewer corrected once stays so. */
export function optionsOf(input: FileToIngest, before: ReadingOptions | undefined): ReadingOptions {
  const { mapping, mask, anonymous, interviewers } = input;
  return {
    ...before,
    ...(mapping && Object.keys(mapping).length > 0 && { mapping }),
    ...(mask && { mask }),
    ...(anonymous && { anonymous }),
    ...(interviewers?.length && { interviewers: [...interviewers].sort() }),
  };
}

export const sameOptions = (a: ReadingOptions, b: ReadingOptions): boolean => {
  const sorted = (options: ReadingOptions) =>
    JSON.stringify(Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1)));
  return sorted(a) === sorted(b);
};
