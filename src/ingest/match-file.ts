import {
  filesLike,
  type SourceFileRow,
  wordsOfItems,
} from '../../db/queries/ingest/source-files.js';
import type { Context } from '../context.js';
import type { ParsedInterview } from './formats/parsed-file.js';

/** Share of its words that a file of the same name must still have to be the same one, corrected. */
const SAME_SHARE = 0.5;

export interface FileSigns {
  studyId: string;
  contentHash: string;
  nameHash: string;
  pathHash: string | null;
}

const wordsIn = (parsed: readonly ParsedInterview[]): Set<string> =>
  new Set(
    parsed.flatMap((one) =>
      one.kind === 'transcript'
        ? one.turns.map(({ text }) => text)
        : one.highlights.map(({ quote }) => quote),
    ),
  );

async function isCorrection(
  tx: Context,
  row: SourceFileRow,
  parsed: readonly ParsedInterview[],
): Promise<boolean> {
  if (row.status === 'failed' && row.sourceItemIds.length <= 1) return true;
  const before = (await tx.db.rows(wordsOfItems, row.sourceItemIds)).map(({ text }) => text);
  const now = wordsIn(parsed);
  const kept = before.filter((text) => now.has(text)).length;
  return kept > 0 && kept >= SAME_SHARE * Math.min(before.length, now.size);
}

/**
 * What is known of a file: the row of the same content in this study, wherever that lay; else of the same
 * path; else of the same name, if that failed or half of what was said is still there, since two talks often
 * have one name (`transcript.vtt`). `parsed` is asked for only where it decides.
 */
export async function matchFile(
  tx: Context,
  signs: FileSigns,
  parsed: () => readonly ParsedInterview[],
): Promise<SourceFileRow | undefined> {
  const { studyId, contentHash, nameHash, pathHash } = signs;
  const rows = await tx.db.rows(filesLike, studyId, contentHash, nameHash, pathHash);
  const same = rows.find((row) => row.contentHash === contentHash);
  const there = rows.find((row) => pathHash !== null && row.pathHash === pathHash);
  if (same ?? there) return same ?? there;
  for (const row of rows) if (await isCorrection(tx, row, parsed())) return row;
  return undefined;
}
