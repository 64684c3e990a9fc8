import { createHash } from 'node:crypto';
import { builtInCodebook } from './built-in-codebook.js';
import { CodebookEntry } from './entry.js';

/** A team's change to the built-in codebook: an entry changed, retired or added. Plain data. */
export interface CodebookChange {
  entryId: string;
  definition: unknown;
  retired: boolean;
}

export interface Codebook {
  entries: readonly CodebookEntry[];
  /** Changes with every entry; interviews read with another version are read again. */
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
  for (const { entryId, definition, retired } of changes) {
    const parsed = CodebookEntry.safeParse(definition);
    if (retired) entries.delete(entryId);
    else if (parsed.success) entries.set(entryId, parsed.data);
  }
  return [...entries.values()];
}

const codebookOf = (entries: readonly CodebookEntry[]): Codebook => ({
  entries,
  digest: createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 12),
});
