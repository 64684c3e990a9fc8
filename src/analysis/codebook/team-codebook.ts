import { StoredCodebookEntry } from '../../../db/entities/codebook-entry.js';
import type { Context } from '../../core/context.js';
import { type Codebook, type CodebookChange, codebookWith } from './codebook-with.js';

/** A team's codebook together with the team's changes, from which worker threads rebuild it. */
export interface TeamCodebook extends Codebook {
  changes: readonly CodebookChange[];
}

export async function teamCodebook(ctx: Context): Promise<TeamCodebook> {
  const changes = await teamChanges(ctx);
  return { ...codebookWith(changes), changes };
}

/** The team's changes to the built-in codebook. */
export async function teamChanges(ctx: Context): Promise<CodebookChange[]> {
  const stored = await ctx.db.find(StoredCodebookEntry, {}, { order: { entryId: 'ASC' } });
  return stored.map(({ entryId, definition, retired }) => ({ entryId, definition, retired }));
}
