import { createHash } from 'node:crypto';
import { cut } from '../../core/words.js';
import { builtInCodebook } from './built-in-codebook.js';
import { CodebookEntry, MAX_LINE } from './entry.js';

/** A team's change to the built-in codebook: an entry changed, retired, added or taught. Plain data. */
export interface CodebookChange {
  entryId: string;
  /** Null: the built-in entry. */
  definition: unknown;
  retired: boolean;
  /** Quotes that people rejected; they are among the entry's examples of what does not count. */
  rejected: readonly string[];
}

export interface Codebook {
  entries: readonly CodebookEntry[];
  /** Changes with every entry, except its examples; interviews read with another version are read again. */
  digest: string;
}

let builtIn: Codebook | undefined;

/** Returns the built-in codebook with a team's changes. */
export function codebookWith(changes: readonly CodebookChange[]): Codebook {
  if (changes.length > 0) return codebookOf(changed(changes));
  builtIn ??= codebookOf(builtInCodebook());
  return builtIn;
}

function changed(changes: readonly CodebookChange[]): CodebookEntry[] {
  const entries = new Map(builtInCodebook().map((entry) => [entry.id, entry]));
  for (const { entryId, definition, retired, rejected } of changes) {
    const parsed = CodebookEntry.safeParse(definition);
    const entry = parsed.success ? parsed.data : entries.get(entryId);
    if (retired) entries.delete(entryId);
    else if (entry) entries.set(entryId, taught(entry, rejected));
  }
  return [...entries.values()];
}

function taught(entry: CodebookEntry, rejected: readonly string[]): CodebookEntry {
  const { counts, not } = entry.examples;
  const more = rejectedExamples(rejected).filter((example) => !not.includes(example));
  return more.length === 0 ? entry : { ...entry, examples: { counts, not: [...not, ...more] } };
}

/** Rejected quotes as examples of an entry. */
export const rejectedExamples = (rejected: readonly string[]): string[] => [
  ...new Set(rejected.map((quote) => cut(quote.trim(), MAX_LINE))),
];

const codebookOf = (entries: readonly CodebookEntry[]): Codebook => ({
  entries,
  digest: createHash('sha256')
    .update(JSON.stringify(entries.map(({ examples: _, ...entry }) => entry)))
    .digest('hex')
    .slice(0, 12),
});
