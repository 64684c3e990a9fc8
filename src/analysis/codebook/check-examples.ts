import { readClaims } from '../claims/read-claims.js';
import type { CodebookEntry } from './entry.js';
import { compileEntry } from './patterns.js';

/** A disagreement between an entry's patterns and its examples. */
export interface ExampleWarning {
  entryId: string;
  example: string;
  /** True if the patterns find a quote that does not count; false if they do not find one that does. */
  found: boolean;
}

/** Lists the examples that the entry's patterns read wrongly; an entry without patterns has none. */
export function checkExamples(entry: CodebookEntry): ExampleWarning[] {
  if (entry.says.trim() === '' && !entry.asked?.trim()) return [];
  const compiled = [compileEntry(entry)];
  const { id: entryId, examples } = entry;
  const isFound = (example: string): boolean => {
    const [text, question] = example.split(' — ').reverse() as [string, string?];
    const asked = question ?? (entry.about && 'How do you use AI in your work?');
    const { claims } = readClaims([{ turn: 0, text, asked }], compiled);
    return claims.some(({ stance }) => stance === 'supports');
  };
  return [
    ...examples.counts
      .filter((example) => !isFound(example))
      .map((example) => ({ entryId, example, found: false })),
    ...examples.not
      .filter((example) => isFound(example))
      .map((example) => ({ entryId, example, found: true })),
  ];
}
