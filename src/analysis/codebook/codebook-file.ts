import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage, searchIsStale } from '../../answers/search/refresh-search.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidRequest } from '../../core/errors.js';
import { emit } from '../../core/events.js';
import {
  dropEntries,
  refsOfEntries,
  rewordBeliefs,
  signalsToReword,
  storeEntries,
} from '../queries/beliefs.js';
import { checkExamples, type ExampleWarning } from './check-examples.js';
import { CodebookEntry, filled, hasThing, Implication } from './entry.js';
import { patternProblem, withoutErased } from './patterns.js';
import { builtInCodebook, rejectedExamples, teamCodebook } from './team-codebook.js';

/** Words of an interview for or against an entry. */
const QuoteInFile = z.strictObject({
  /** The name of the interview's file, or its `sourceItemId`. */
  interview: z.string().min(1).max(400),
  words: z.string().min(1).max(2_000),
  against: z.boolean().default(false),
});
export type QuoteInFile = z.infer<typeof QuoteInFile>;

/** An entry in a file, with the refs of its signals, which an import ignores. */
const EntryInFile = CodebookEntry.extend({
  signals: z.array(z.string()).optional(),
  /** Placed under the entry's belief, as a person's decision; an export does not repeat them. */
  quotes: z.array(QuoteInFile).optional(),
  /** Removes the entry from the team's codebook. */
  retired: z.boolean().optional(),
});
type EntryInFile = z.infer<typeof EntryInFile>;
const FIELDS_WITHIN: Record<string, z.ZodObject> = {
  examples: CodebookEntry.shape.examples.unwrap(),
  so: Implication,
  quotes: QuoteInFile,
};
const File = z.strictObject({ entries: z.array(z.unknown()) });

/**
 * Exports a team's codebook: every entry in use, or those that the team wrote or changed, with the refs of the signals
 * that they created.
 */
export async function exportCodebook(
  ctx: Context,
  { own = false }: { own?: boolean } = {},
): Promise<{ entries: EntryInFile[] }> {
  const codebook = await teamCodebook(ctx);
  const written = new Set(
    codebook.changes.filter(({ definition }) => definition !== null).map((one) => one.entryId),
  );
  const entries = own ? codebook.entries.filter(({ id }) => written.has(id)) : codebook.entries;
  const refs = new Map<string, string[]>();
  for (const { entryId, refNumber } of await ctx.db.rows(refsOfEntries)) {
    refs.set(entryId, [...(refs.get(entryId) ?? []), signalRef(refNumber)]);
  }
  return {
    entries: entries.map((entry) => ({
      ...entry,
      ...(refs.has(entry.id) && { signals: refs.get(entry.id) as string[] }),
    })),
  };
}

export const codebookYaml = (codebook: { entries: EntryInFile[] }): string =>
  stringify(codebook, { lineWidth: 0 });

export interface ImportedCodebook {
  changed: number;
  retired: number;
  unchanged: number;
  warnings: ExampleWarning[];
  quotes: { entryId: string; quotes: QuoteInFile[] }[];
}

/**
 * Imports the entries of a file, all or none; differences from the built-in codebook are stored for the team.
 * Entries that the file does not name stay as they are. `warnings` are the examples of changed entries that their
 * patterns read wrongly, `quotes` those of all entries. Throws `invalid_request` with the invalid entry and field.
 */
export async function importCodebook(ctx: Context, yaml: string): Promise<ImportedCodebook> {
  const entries = entriesOf(yaml);
  const imported = await inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const { entries: known, changes } = await teamCodebook(tx);
    const before = new Map(known.map((entry) => [entry.id, entry]));
    const rejected = new Map(changes.map((change) => [change.entryId, change.rejected]));
    const builtIn = new Map(builtInCodebook().map((entry) => [entry.id, entry]));
    const count = { changed: 0, retired: 0, unchanged: 0 };
    const differing: { entry: CodebookEntry; retired: boolean }[] = [];
    for (const { signals: _, quotes: __, retired = false, ...inFile } of entries) {
      const known = before.get(inFile.id);
      if (retired ? !known : known && isDeepStrictEqual(known, inFile)) {
        count.unchanged++;
        continue;
      }
      count[retired ? 'retired' : 'changed']++;
      const entry = withoutRejected(inFile, rejected.get(inFile.id) ?? []);
      differing.push({ entry, retired });
    }
    const asBuiltIn = differing.filter(
      ({ entry, retired }) => !retired && isDeepStrictEqual(builtIn.get(entry.id), entry),
    );
    await tx.db.rows(dropEntries, idsOf(asBuiltIn));
    const own = differing.filter((one) => !asBuiltIn.includes(one));
    await tx.db.rows(storeEntries, JSON.stringify(own), tx.now);
    await rewordSignals(
      tx,
      differing.filter(({ retired }) => !retired).map(({ entry }) => entry),
    );
    await searchIsStale(tx);
    return { count, changed: own.flatMap(({ entry, retired }) => (retired ? [] : [entry])) };
  });
  await refreshSearchByPage(ctx);
  return {
    ...imported.count,
    warnings: imported.changed.flatMap(checkExamples),
    quotes: entries.flatMap(({ id: entryId, quotes, retired }) =>
      quotes && !retired ? [{ entryId, quotes }] : [],
    ),
  };
}

/** The entry without the quotes that people rejected: those are stored separately, so that an erasure finds them. */
function withoutRejected(entry: CodebookEntry, rejected: readonly string[]): CodebookEntry {
  const quotes = rejectedExamples(rejected);
  const not = entry.examples.not.filter((example) => !quotes.includes(example));
  return { ...entry, examples: { ...entry.examples, not } };
}

const idsOf = (differing: readonly { entry: CodebookEntry }[]): string[] =>
  differing.map(({ entry }) => entry.id);

/** Updates the wording of the entries' signals and themes, unless a person named them. */
async function rewordSignals(tx: Context, entries: readonly CodebookEntry[]): Promise<void> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const signals = await tx.db.rows(signalsToReword, [...byId.keys()]);
  const reworded = signals.map(({ signalId, entryId, key, thing }) => {
    const entry = byId.get(entryId) as CodebookEntry;
    const sentence = hasThing(entry) && thing === null ? entry.general : entry.statement;
    const label = filled(sentence ?? entry.statement, thing ?? undefined);
    return { signalId, key, label, description: entry.counts };
  });
  const themes = await tx.db.rows(rewordBeliefs, JSON.stringify(reworded));
  await emit(tx, 'materialChanged', {
    signalIds: signals.map(({ signalId }) => signalId),
    themeIds: themes.map(({ themeId }) => themeId),
  });
}

function entriesOf(yaml: string): EntryInFile[] {
  const file = File.safeParse(parsed(yaml));
  if (!file.success) throw invalidRequest('A codebook is a YAML file with a list of entries.');
  const entries = file.data.entries.map((one, place) => {
    const entry = EntryInFile.safeParse(one);
    if (!entry.success) {
      const [issue] = entry.error.issues;
      throw invalidRequest(`Entry ${place + 1}${nameOf(one)}: ${problemOf(issue)}.`);
    }
    const written = withoutErased(entry.data);
    const problem = patternProblem(written);
    if (problem) throw invalidRequest(`Entry ${place + 1} (${entry.data.id}): ${problem}.`);
    return written;
  });
  // of entries with the same id, the last one counts
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

function problemOf(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.map(String) ?? [];
  if (issue?.code !== 'unrecognized_keys') return `${path.join('.') || 'it'}: ${issue?.message}`;
  const within = path[0] ? FIELDS_WITHIN[path[0]] : EntryInFile;
  const allowed = Object.keys(within?.shape ?? {}).map((key) => [...path, key].join('.'));
  return `unknown field ${[...path, issue.keys[0]].join('.')}, allowed are ${allowed.join(', ')}`;
}

function parsed(yaml: string): unknown {
  try {
    return parse(yaml);
  } catch (error) {
    throw invalidRequest(`This is not YAML: ${(error as Error).message.split('\n')[0]}`);
  }
}

function nameOf(one: unknown): string {
  const { data } = z.object({ id: z.string().max(80) }).safeParse(one);
  return data ? ` (${data.id})` : '';
}
