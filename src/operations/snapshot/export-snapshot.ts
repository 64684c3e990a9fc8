import type { TeamDatabase } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import * as pages from './queries/read-snapshot.js';
import { spooled } from './spool.js';

const PAGE = 500;

/** An order without forward references, so that the lines can also be read one by one. */
const ORDER = [
  pages.exportParticipants,
  pages.exportStudies,
  pages.exportSourceItems,
  pages.exportThemes,
  pages.exportEvidence,
  pages.exportSignals,
  pages.exportRecommendations,
  pages.exportResearchGaps,
  pages.exportActionCards,
  pages.exportCodebookEntries,
];

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && !Array.isArray(value) && Object.keys(value ?? {}).length === 0;

/** Removes null fields. Only a quote's time may be null; it is then written explicitly. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value;
  const set = Object.entries(value).map(([key, inner]) => [key, withoutNulls(inner)] as const);
  return Object.fromEntries(set.filter(([, inner]) => !isEmpty(inner)));
}

function toLine({ capturedAtInherited, ...line }: Record<string, unknown>): string {
  if (line.resource !== 'evidence') return JSON.stringify(withoutNulls(line));
  const { capturedAt, ...rest } = line;
  const own = capturedAtInherited ? {} : { capturedAt };
  return JSON.stringify({ ...(withoutNulls(rest) as object), ...own });
}

async function* pagesOf(db: TeamDatabase): AsyncGenerator<string> {
  for (const statement of ORDER) {
    let rows: pages.ExportRow[] = [];
    let after = '';
    do {
      rows = await db.rows(statement, after, PAGE);
      if (rows.length > 0) yield rows.map((row) => `${toLine(row.line)}\n`).join('');
      after = rows.at(-1)?.id ?? after;
    } while (rows.length === PAGE);
  }
}

/**
 * Writes the team as snapshot lines, ready for import, from one consistent view of the database. `write` is awaited,
 * so a slow reader slows the export instead of filling the memory; it does not hold up the database, whose
 * transaction is over when the first text is written. Throws `internal` if the disk has no room for it all.
 */
export const exportSnapshot = (
  ctx: Context,
  write: (text: string) => Promise<void>,
): Promise<void> =>
  spooled(
    (store) =>
      ctx.db.readSnapshot(async (db) => {
        for await (const page of pagesOf(db)) await store(page);
      }),
    async (content) => {
      for await (const text of content) await write(text as string);
    },
  );
