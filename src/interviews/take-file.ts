import pLimit, { type LimitFunction } from 'p-limit';
import { SourceFile } from '../../db/entities/source-file.js';
import { Study } from '../../db/entities/study.js';
import { lockTeam } from '../../db/queries/teams.js';
import { analyzeUnlessErased } from '../analysis/analyze-source-item.js';
import { prepareSearch } from '../answers/search/places.js';
import { refreshSearch } from '../answers/search/refresh-search.js';
import { type Context, inTransaction } from '../core/context.js';
import { notFound } from '../core/errors.js';
import { GivenUp } from '../core/thread/run-in-thread.js';
import { finishIngest } from './finish-ingest.js';
import { isInterviewFile, readInterviews } from './formats/formats.js';
import type { FileToIngest, IngestedFile } from './ingested-file.js';
import {
  type FileSigns,
  filesLikelySaying,
  filesWithSigns,
  foundAs,
  foundByTalk,
  hashOf,
  matchFile,
  signsOf,
} from './known-file.js';
import { itemsToAnalyze, type SourceFileRow } from './queries/source-files.js';
import { countQuotes } from './queries/write-interviews.js';
import { readOnce, stillSays, type Talk, talkOf } from './read-in-thread.js';
import { type FileFacts, storeGivenUpAnalysis } from './store-file.js';
import { storeKnown, storeReadFile } from './store-read-file.js';

interface Taken {
  result: IngestedFile;
  facts: FileFacts;
}

/** The state of the study that determines how a file is read. */
interface Seen {
  study: Study;
  /** Files that share a sign with this one. */
  withSigns: SourceFileRow[];
  /** Files that may hold the same talk. */
  saying: SourceFileRow[];
}

/**
 * Reads a file in a worker thread and stores it in a short transaction. If another process changed the study's
 * files in between, it starts over.
 */
async function store(ctx: Context, input: FileToIngest): Promise<Taken> {
  const { studyId } = input;
  await studyOf(ctx, studyId);
  const signs = await signsOf(input);
  let talk: Talk | undefined;
  for (;;) {
    const withSigns = await filesWithSigns(ctx, signs);
    const matched = await matchFile(ctx, withSigns, signs, (said) => stillSays(input, said));
    if (!matched) talk ??= await talkOf(input);
    const seen = await look(ctx, signs, talk);
    if (JSON.stringify(seen.withSigns) !== JSON.stringify(withSigns)) continue;
    const found = matched
      ? foundAs(input, signs, matched)
      : foundByTalk(input, signs, seen.saying, talk as Talk);
    const reading =
      found.toDo === 'read' ? await readOnce(ctx, input, found, seen.study, talk) : undefined;
    const result = await inTransaction(ctx, async (tx) => {
      await tx.db.row(lockTeam);
      const now = await look(tx, signs, talk);
      if (keyOf(now) !== keyOf(seen)) return undefined;
      if (reading) return storeReadFile(tx, input, found, now.study, reading);
      return storeKnown(tx, input, found);
    });
    if (result) return { result, facts: found.facts };
  }
}

async function studyOf(ctx: Context, studyId: string): Promise<Study> {
  const study = await ctx.db.findOne(Study, { studyId });
  if (!study) throw notFound('study', studyId);
  return study;
}

const look = async (ctx: Context, signs: FileSigns, talk: Talk | undefined): Promise<Seen> => ({
  study: await studyOf(ctx, signs.studyId),
  withSigns: await filesWithSigns(ctx, signs),
  saying: talk ? await filesLikelySaying(ctx, signs.studyId, talk) : [],
});

const keyOf = ({ study, withSigns, saying }: Seen): string =>
  JSON.stringify([study.speakerRoles, withSigns, saying]);

/**
 * Stores one file and analyzes its interviews, each in its own transaction: an interrupted run resumes with the
 * same file. Themes and signals are left to `finishIngest`. Files that share `storing` are stored one after the
 * other, since the stored files of a study determine how its next file is read. Throws Refusal for an unknown study
 * or an unsupported file name.
 */
export async function takeFile(
  ctx: Context,
  input: FileToIngest,
  storing: LimitFunction = pLimit(1),
): Promise<IngestedFile> {
  if (!isInterviewFile(input.fileName)) readInterviews(input.fileName, new Uint8Array());
  const { result, facts } = await storing(() => store(ctx, input));
  if (result.outcome === 'failed') return result;
  const waiting = await ctx.db.rows(itemsToAnalyze, result.sourceItemIds);
  try {
    for (const { sourceItemId } of waiting) await analyzeUnlessErased(ctx, sourceItemId);
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    const reason = error.message;
    const givenUp = { hash: hashOf(facts), reason };
    await inTransaction(ctx, (tx) =>
      storeGivenUpAnalysis(tx, facts, result.sourceItemIds, givenUp),
    );
    return { ...result, outcome: 'failed', reason };
  }
  if (result.outcome === 'corrected' && result.sourceItemIds.length > 1) {
    // Corrections of other quotes change the text around the remaining ones.
    await prepareSearch(ctx, result.sourceItemIds);
    await inTransaction(ctx, (tx) => refreshSearch(tx, { sourceItemIds: result.sourceItemIds }));
  }
  await ctx.db.update(SourceFile, { fileId: facts.fileId, status: 'reading' }, { status: 'done' });
  const counted = await ctx.db.row(countQuotes, result.sourceItemIds);
  return { ...result, quotes: counted?.quotes ?? 0 };
}

/**
 * Ingests one file completely: its interviews, their quotes, and the resulting themes and signals. Ingesting the
 * same file again changes nothing; a corrected file replaces its own quotes. A file that cannot be read gets the
 * outcome `failed` with the reason, and a failed interview unless the input forbids it. Throws Refusal for an unknown study or an unsupported file name.
 */
export async function ingestFile(ctx: Context, input: FileToIngest): Promise<IngestedFile> {
  const result = await takeFile(ctx, input);
  // The ingestion of an unchanged file may have been interrupted before its themes were created.
  if (result.outcome !== 'failed') await finishIngest(ctx, result.studyIds);
  return result;
}
