import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage } from '../../answers/search/refresh-search.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidRequest, Refusal } from '../../core/errors.js';
import { groupBy } from '../../core/group-by.js';
import {
  type ImportedCodebook,
  importCodebook,
  type QuoteInFile,
} from '../codebook/codebook-file.js';
import type { CodebookEntry } from '../codebook/entry.js';
import { teamCodebook } from '../codebook/team-codebook.js';
import { interviewsNamed } from '../queries/curate.js';
import type { SaidWords } from './look-up-quotes.js';
import { quoteEntry } from './state-belief.js';

/**
 * Imports a codebook, and places the quotes that its entries name under their beliefs, all or nothing. Quotes that are
 * placed already are left alone, so a file can be imported again. Throws `invalid_request` with the entry.
 */
export async function importCodebookWithQuotes(
  ctx: Context,
  yaml: string,
): Promise<Omit<ImportedCodebook, 'quotes'> & { quotesAdded: number }> {
  const imported = await inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const { quotes, ...counts } = await importCodebook(tx, yaml);
    const idOf = await interviewIds(
      tx,
      quotes.flatMap((one) => one.quotes.map(({ interview }) => interview)),
    );
    const { entries } = await teamCodebook(tx);
    let quotesAdded = 0;
    for (const { entryId, quotes: inFile } of quotes) {
      const entry = entries.find(({ id }) => id === entryId) as CodebookEntry;
      quotesAdded += await naming(entryId, () => quoteEntry(tx, entry, inFile.map(saidIn(idOf))));
    }
    return { ...counts, quotesAdded };
  });
  await refreshSearchByPage(ctx);
  return imported;
}

const saidIn =
  (idOf: (name: string) => string) =>
  ({ interview, ...said }: QuoteInFile): SaidWords => ({ ...said, interviewId: idOf(interview) });

/** Returns a function from an interview's name to its id; it throws `invalid_request` for an unclear name. */
async function interviewIds(
  tx: Context,
  names: readonly string[],
): Promise<(name: string) => string> {
  const found = groupBy(
    names.length > 0 ? await tx.db.rows(interviewsNamed, [...new Set(names)]) : [],
    ({ name }) => name,
  );
  return (name) => {
    const [only, ...others] = found.get(name) ?? [];
    const said = JSON.stringify(name.slice(0, 80));
    if (!only) throw invalidRequest(`no interview was read from a file named ${said}`);
    if (others.length === 0) return only.sourceItemId;
    const ids = [only, ...others].slice(0, 5).map(({ sourceItemId }) => sourceItemId);
    throw invalidRequest(
      `several interviews were read from ${said}; name one of ${ids.join(', ')}`,
    );
  };
}

/** Adds the entry to a refusal. */
async function naming<T>(entryId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw invalidRequest(`Entry ${entryId}: ${error.message}`);
  }
}
