import type { Context } from '../core/context.js';
import { filesLike, type SourceFileRow, wordsOfItems } from './queries/source-files.js';

export interface FileSigns {
  studyId: string;
  contentHash: string;
  nameHash: string;
  pathHash: string | null;
}

/** Files of the study that could be this one, the likeliest first. */
export const filesWithSigns = (
  ctx: Context,
  { studyId, contentHash, nameHash, pathHash }: FileSigns,
): Promise<SourceFileRow[]> => ctx.db.rows(filesLike, studyId, contentHash, nameHash, pathHash);

/**
 * Finds the stored row of a file: the one with the same content in this study, at any path; otherwise with the
 * same path; otherwise with the same name, if that one failed or half of its text is still there, since
 * different talks often share a name (`transcript.vtt`). `stillSays` is called only if it decides.
 */
export async function matchFile(
  ctx: Context,
  rows: readonly SourceFileRow[],
  { contentHash, pathHash }: FileSigns,
  stillSays: (before: readonly string[]) => Promise<boolean>,
): Promise<SourceFileRow | undefined> {
  const same = rows.find((row) => row.contentHash === contentHash);
  const there = rows.find((row) => pathHash !== null && row.pathHash === pathHash);
  if (same ?? there) return same ?? there;
  for (const row of rows) {
    if (row.status === 'failed' && row.sourceItemIds.length <= 1) return row;
    const before = await ctx.db.rows(wordsOfItems, row.sourceItemIds);
    if (await stillSays(before.map(({ text }) => text))) return row;
  }
  return undefined;
}
