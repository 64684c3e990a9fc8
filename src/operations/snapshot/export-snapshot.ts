import type { ReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TeamDatabase } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { Refusal } from '../../core/errors.js';
import * as pages from './queries/read-snapshot.js';

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
 * Writes the team as snapshot lines, ready for import, from one consistent view of the database. `write` is
 * awaited, so a slow reader slows down the export instead of filling the memory. It does not hold up the database,
 * whose transaction is over before the first text is written. Throws `internal` if the temporary directory cannot be written.
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

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Writes texts to a temporary file at disk speed, then hands over its content, to be read at any pace. Only this
 * user can read the file. It has no name from the beginning, so nothing is left of it however the process ends.
 * Throws `internal` if the directory cannot be written.
 */
async function spooled(
  write: (store: (text: string) => Promise<void>) => Promise<void>,
  read: (content: ReadStream) => Promise<void>,
): Promise<void> {
  const file = await nameless().catch(explained);
  try {
    await write((text) => file.appendFile(text).catch(explained));
    await read(file.createReadStream({ start: 0, encoding: 'utf8' }));
  } finally {
    await file.close();
  }
}

async function nameless() {
  const directory = await mkdtemp(join(tmpdir(), 'belief-layer-'));
  try {
    return await open(join(directory, 'export'), 'wx+', 0o600);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const UNUSABLE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS']);

function explained(error: unknown): never {
  const { code = '' } = error as { code?: string };
  const directory = `the directory for temporary files, ${tmpdir()},`;
  if (FULL.has(code)) {
    throw new Refusal(
      'internal',
      `The disk of ${directory} is full, and an export is written there first. Nothing was exported. Make room there, or set TMPDIR to a directory with room.`,
    );
  }
  if (UNUSABLE.has(code)) {
    throw new Refusal(
      'internal',
      `An export is first written to ${directory} which cannot be written (${code}). Nothing was exported. Set TMPDIR to a directory that can be written.`,
    );
  }
  throw error;
}
