import { StoredCodebookEntry } from '../../../db/entities/codebook-entry.js';
import type { Context } from '../../core/context.js';
import { rejectedByEntry } from '../queries/rejected.js';
import { type Codebook, type CodebookChange, codebookWith } from './codebook-with.js';

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
