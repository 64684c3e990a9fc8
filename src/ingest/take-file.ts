import { SourceFile } from '../../db/entities/source-file.js';
import { Study } from '../../db/entities/study.js';
import {
  itemsToAnalyze,
  moveSourceFile,
  type SourceFileRow,
} from '../../db/queries/ingest/source-files.js';
import { countQuotes } from '../../db/queries/ingest/write-interviews.js';
import { lockTeam } from '../../db/queries/teams.js';
import { analyzeSourceItem } from '../analysis/analyze-source-item.js';
import { type Context, inTransaction } from '../context.js';
import { MAX_INGEST_BYTES } from '../decisions.js';
import { notFound, Refusal } from '../errors.js';
import { contentId, sha256 } from './content-id.js';
import type { FieldMapping, ParsedInterview } from './formats/parsed-file.js';
import { isInterviewFile, readInterviews } from './formats/read-interviews.js';
import { type FileToIngest, type IngestedFile, outcomeOf } from './ingested-file.js';
import { matchFile } from './match-file.js';
import { planInterviews } from './plan-interviews.js';
import { optionsOf, sameOptions } from './reading-options.js';
import { type FileFacts, storeFailure, storeFile } from './store-file.js';
import { UnreadableFile } from './unreadable-file.js';

interface Taken {
  result: IngestedFile;
  fileId: string;
}

/** Throws UnreadableFile. */
function read({ content, fileName }: FileToIngest, mapping?: FieldMapping): ParsedInterview[] {
  if (content.byteLength > MAX_INGEST_BYTES) {
    const limit = MAX_INGEST_BYTES / 1024 / 1024;
    throw new UnreadableFile(`It has more than ${limit} MB, which is the limit: split it.`);
  }
  return readInterviews(fileName, content, mapping);
}

/** What it says, to be compared with what a file of its name said; nothing where it cannot be read. */
function readToCompare(input: FileToIngest): ParsedInterview[] {
  try {
    return read(input, input.mapping);
  } catch (error) {
    if (error instanceof UnreadableFile) return [];
    throw error;
  }
}

async function store(tx: Context, input: FileToIngest): Promise<Taken> {
  const { fileName, studyId } = input;
  await tx.db.row(lockTeam);
  if (!(await tx.db.findOne(Study, { studyId }))) throw notFound('study', studyId);
  const signs = {
    studyId,
    contentHash: sha256(input.content),
    nameHash: sha256(fileName),
    pathHash: input.path === undefined ? null : sha256(input.path),
  };
  const before = await matchFile(tx, signs, () => readToCompare(input));
  const options = optionsOf(input, before?.options);
  const fileId = before?.fileId ?? contentId('sf', studyId, signs.contentHash);
  const facts: FileFacts = { ...signs, fileId, fileName, options };
  const asRead = before?.contentHash === signs.contentHash && sameOptions(before.options, options);
  if (before && asRead && before.status !== 'failed') {
    // What it says next is a correction of what it says now, though it was renamed in between.
    if (signs.pathHash) {
      await tx.db.rows(moveSourceFile, fileId, fileName, signs.pathHash, signs.nameHash);
    }
    return { result: known(fileName, before), fileId };
  }
  try {
    const capturedAt = input.capturedAt ?? tx.now;
    const planned = planInterviews(read(input, options.mapping), {
      ...input,
      ...options,
      fileId,
      capturedAt,
      now: tx.now,
      erased: (name) => before?.erasedSpeakers.includes(sha256(name.toLowerCase())) ?? false,
    });
    const studyIds = await storeFile(tx, facts, planned, before);
    const result = outcomeOf(fileName, {
      outcome: before && before.status !== 'failed' ? 'corrected' : 'new',
      sourceItemIds: planned.interviews.map(({ sourceItemId }) => sourceItemId),
      studyIds,
      interviewers: [...new Set(planned.interviews.flatMap((one) => one.interviewers))],
      participants: [...new Set(planned.interviews.map(({ person }) => person.displayName))],
      warnings: planned.warnings,
    });
    return { result, fileId };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { result: await fail(tx, facts, input, before, error.message), fileId };
  }
}

const known = (fileName: string, before: SourceFileRow): IngestedFile =>
  outcomeOf(fileName, {
    sourceItemIds: before.sourceItemIds,
    studyIds: [before.studyId],
    ...(before.sourceItemIds.length === 0 && {
      reason: 'Everybody who takes part in it was erased: nothing of it is stored.',
    }),
  });

async function fail(
  tx: Context,
  facts: FileFacts,
  input: FileToIngest,
  before: SourceFileRow | undefined,
  reason: string,
): Promise<IngestedFile> {
  // A file that is half written, or broken since, takes nothing away that was read from it before.
  if (before && before.status !== 'failed') {
    return outcomeOf(input.fileName, {
      outcome: 'failed',
      studyIds: [facts.studyId],
      sourceItemIds: before.sourceItemIds,
      reason: `${reason} What was read from it before stays.`,
    });
  }
  const failed = outcomeOf(input.fileName, {
    outcome: 'failed',
    studyIds: [facts.studyId],
    sourceItemIds: before?.sourceItemIds ?? [],
    reason,
  });
  if (before?.failure === reason && before.contentHash === facts.contentHash) return failed;
  const capturedAt = input.capturedAt ?? tx.now;
  const failure = { reason, capturedAt, fileName: input.fileName };
  return { ...failed, sourceItemIds: [await storeFailure(tx, facts, failure)] };
}

/** A person may be erased while their interview waits or is read. */
async function analyzeUnlessErased(ctx: Context, sourceItemId: string): Promise<void> {
  try {
    await analyzeSourceItem(ctx, sourceItemId);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
  }
}

/**
 * Stores one file and analyses its interviews, each in a transaction of its own: ended half way, the same file
 * goes on where it was. Themes and signals are left to `finishIngest`. Throws Refusal for an unknown study or
 * a name that is no interview file's.
 */
export async function takeFile(ctx: Context, input: FileToIngest): Promise<IngestedFile> {
  if (!isInterviewFile(input.fileName)) readInterviews(input.fileName, new Uint8Array());
  const { result, fileId } = await inTransaction(ctx, (tx) => store(tx, input));
  if (result.outcome === 'failed') return result;
  const waiting = await ctx.db.rows(itemsToAnalyze, result.sourceItemIds);
  for (const { sourceItemId } of waiting) await analyzeUnlessErased(ctx, sourceItemId);
  await ctx.db.update(SourceFile, { fileId, status: 'reading' }, { status: 'done' });
  const counted = await ctx.db.row(countQuotes, result.sourceItemIds);
  return { ...result, quotes: counted?.quotes ?? 0 };
}
