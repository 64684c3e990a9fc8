import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { StoredCodebookEntry } from '../../../db/entities/analysis.js';
import type { Context } from '../../core/context.js';
import { cut } from '../../core/words.js';
import { rejectedByEntry } from '../queries/rejected.js';
import { Chapter, CodebookEntry, MAX_LINE } from './entry.js';
import { type CompiledEntry, compileEntry, withoutErased } from './patterns.js';

/** A team's codebook together with the team's changes, from which worker threads rebuild it. */
export interface TeamCodebook extends Codebook {
  changes: readonly CodebookChange[];
}

export async function teamCodebook(ctx: Context): Promise<TeamCodebook> {
  const changes = await teamChanges(ctx);
  return { ...codebookWith(changes), changes };
}

/** Rejected quotes that an entry shows as examples: the latest ones. */
const EXAMPLES_PER_ENTRY = 20;

/** The team's changes to the built-in codebook. */
export async function teamChanges(ctx: Context): Promise<CodebookChange[]> {
  const stored = await ctx.db.find(StoredCodebookEntry, {}, { order: { entryId: 'ASC' } });
  const rejected = await ctx.db.rows(rejectedByEntry, EXAMPLES_PER_ENTRY);
  const quotesOf = new Map(rejected.map(({ entryId, quotes }) => [entryId, quotes]));
  const changes = new Map(
    [...quotesOf].map(([entryId, quotes]): [string, CodebookChange] => [
      entryId,
      { entryId, definition: null, retired: false, rejected: quotes },
    ]),
  );
  for (const { entryId, definition, retired } of stored) {
    const quotes = quotesOf.get(entryId) ?? [];
    changes.set(entryId, { entryId, definition, retired, rejected: quotes });
  }
  return [...changes.values()];
}

/** A team's change to the built-in codebook: an entry changed, retired, added or taught. Plain data. */
export interface CodebookChange {
  entryId: string;
  /** Null: the built-in entry. */
  definition: unknown;
  retired: boolean;
  /** Quotes that people rejected; they are among the entry's examples of what does not count. */
  rejected: readonly string[];
}

interface Codebook {
  entries: readonly CodebookEntry[];
  /** A hash of all entries without their examples; an interview that was read with another one is read again. */
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
    const entry = parsed.success ? withoutErased(parsed.data) : entries.get(entryId);
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

let last: { changes: string; compiled: readonly CompiledEntry[] } | undefined;

/** Returns a team's compiled codebook. The last one is cached, because a team's interviews are read in a row. */
export function compiledCodebook(changes: readonly CodebookChange[]): readonly CompiledEntry[] {
  const key = JSON.stringify(changes);
  if (last?.changes !== key) {
    last = { changes: key, compiled: codebookWith(changes).entries.map(compileEntry) };
  }
  return last.compiled;
}

const CHAPTERS = new URL('./chapters/', import.meta.url);

let loaded: readonly CodebookEntry[] | undefined;

/** The built-in codebook: the chapters in `chapters/`, read once per thread. */
export function builtInCodebook(): readonly CodebookEntry[] {
  loaded ??= readChapters();
  return loaded;
}

function readChapters(): CodebookEntry[] {
  const files = readdirSync(CHAPTERS).filter((file) => file.endsWith('.yaml'));
  return files.sort().flatMap((file) => {
    const { about, entries } = Chapter.parse(parse(readFileSync(new URL(file, CHAPTERS), 'utf8')));
    return entries.map((entry) => ({ ...entry, ...(about && { about }) }));
  });
}
