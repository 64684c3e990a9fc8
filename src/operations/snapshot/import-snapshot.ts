import { randomUUID } from 'node:crypto';
import { beginImport, stageLines } from '../../../db/queries/snapshot/staging.js';
import type { Context } from '../../core/context.js';
import { idOf } from './batches.js';
import { SnapshotLine, type SnapshotResource } from './lines.js';
import { parseLine } from './parse-line.js';
import { type Reference, referencesOf } from './references.js';
import { clearUp, dropped, dropRefused, storeStaged } from './staged-import.js';
import { rankOf } from './storing-steps.js';
import { workItemLinks } from './writers.js';

/** Lines staged per statement, so that memory does not grow with the file. */
const STAGED_AT_ONCE = { lines: 500, characters: 1_000_000 };

/** Lines of a snapshot, read once. */
type SnapshotSource = () => AsyncIterable<string> | Iterable<string>;

export type SnapshotCounts = Record<SnapshotResource, number>;

interface ImportOptions {
  /** Called after each line with the number of lines read so far. */
  onLine?: (lines: number) => void;
}

interface StagedRow {
  rank: number;
  lineNumber: number;
  resource: SnapshotResource;
  resourceId: string;
  studyId: string | undefined;
  refs: Reference[];
  line: string;
}

/**
 * Stores a snapshot and recomputes all derived data. Lines may reference later lines; memory does not grow with
 * their number. All lines are read and checked before any is stored. A short file is then stored in one
 * transaction, a long one in many (staged-import). Returns the number of lines read per resource. Throws
 * `invalid_request` naming the line, the field and what was expected; nothing is stored then.
 */
export async function importSnapshot(
  ctx: Context,
  source: SnapshotSource,
  { onLine = () => {} }: ImportOptions = {},
): Promise<SnapshotCounts> {
  if (!ctx.db.inTransaction) await clearUp(ctx);
  const importId = randomUUID();
  await ctx.db.rows(beginImport, importId);
  try {
    const { counts, lines } = await stage(ctx, importId, source(), onLine);
    await storeStaged(ctx, importId, lines);
    return counts;
  } catch (error) {
    // Within a caller's transaction, the rollback removes all of it.
    if (!ctx.db.inTransaction) await dropRefused(ctx, importId).catch(() => {});
    throw error;
  }
}

/** Reads, checks and stages each line separately. */
async function stage(
  ctx: Context,
  importId: string,
  texts: AsyncIterable<string> | Iterable<string>,
  onLine: (lines: number) => void,
): Promise<{ counts: SnapshotCounts; lines: number }> {
  // codebook entries are counted only if the file has some
  const none = SnapshotLine.options
    .map((option) => option.shape.resource.value)
    .filter((resource) => resource !== 'codebookEntry')
    .map((resource) => [resource, 0]);
  const counts = Object.fromEntries(none) as SnapshotCounts;
  let lines = 0;
  let rows: StagedRow[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    if (rows.length > 0) {
      const [still] = await ctx.db.rows(stageLines, importId, JSON.stringify(rows));
      if (!still) throw dropped();
    }
    rows = [];
    characters = 0;
  };
  for await (const text of texts) {
    lines++;
    if (text.trim() !== '') {
      const line = parseLine(text, lines);
      rows.push(staged(ctx, line, lines));
      characters += text.length;
      counts[line.resource] = (counts[line.resource] ?? 0) + 1;
      const full = rows.length >= STAGED_AT_ONCE.lines || characters >= STAGED_AT_ONCE.characters;
      if (full) await flush();
    }
    onLine(lines);
  }
  await flush();
  return { counts, lines };
}

function staged(ctx: Context, line: SnapshotLine, lineNumber: number): StagedRow {
  const links = line.resource === 'recommendation' ? workItemLinks(ctx, { line, lineNumber }) : [];
  return {
    rank: rankOf(line),
    lineNumber,
    resource: line.resource,
    resourceId: idOf(line),
    studyId: 'studyId' in line ? line.studyId : undefined,
    refs: [
      ...referencesOf(line),
      ...links.map(({ normalizedUrl }) => ({
        field: 'workItemLinks',
        target: 'workItem',
        id: normalizedUrl,
      })),
    ],
    line: JSON.stringify(line),
  };
}
