import { SourceItem } from '../../db/entities/source-item.js';
import type { Study } from '../../db/entities/study.js';
import type { Context } from '../core/context.js';
import { type FileToIngest, type IngestedFile, outcomeOf } from './ingested-file.js';
import type { Found } from './known-file.js';
import { moveSourceFile, rememberGivenUp, type SourceFileRow } from './queries/source-files.js';
import type { Reading, Unread } from './read-in-thread.js';
import { rememberRoles } from './roles/role-words.js';
import { type FileFacts, storeFailure, storeFile, storeGivenUp } from './store-file.js';

/** Records a file whose talk is already stored: at most its name and path change. */
export async function storeKnown(
  tx: Context,
  { fileName }: FileToIngest,
  { facts, before, toDo }: Found,
): Promise<IngestedFile> {
  const file = await known(tx, fileName, before as SourceFileRow);
  if (toDo === 'leave') {
    const other = facts.fileName ?? 'another file';
    return { ...file, reason: `It is the same talk as ${other}, which was read before.` };
  }
  const { fileId, pathHash, nameHash } = facts;
  // A later change is a correction of this content, even though the file was renamed in between.
  if (pathHash) await tx.db.rows(moveSourceFile, fileId, fileName, pathHash, nameHash);
  return file;
}

/** Stores the interviews that were read from a file, or the reason why there are none. Returns the outcome. */
export async function storeReadFile(
  tx: Context,
  input: FileToIngest,
  { facts, before }: Found,
  study: Study,
  reading: Reading,
): Promise<IngestedFile> {
  if (!('read' in reading)) {
    const failed = await fail(tx, facts, input, before, reading);
    return { ...failed, speakers: [...(reading.speakers ?? [])] };
  }
  const { interviews, speakers, warnings } = reading.read;
  const interviewers = [...new Set(interviews.flatMap((one) => one.interviewers))];
  await rememberRoles(tx, study, input.participants?.length ? { ...input, interviewers } : input);
  const studyIds = await storeFile(tx, facts, reading.read, before);
  return outcomeOf(input.fileName, {
    outcome: before && before.status !== 'failed' ? 'corrected' : 'new',
    sourceItemIds: interviews.map(({ sourceItemId }) => sourceItemId),
    studyIds,
    interviewers,
    participants: [...new Set(interviews.map(({ person }) => person.displayName))],
    speakers: [...new Set(speakers.map(({ name }) => name))],
    undated: interviews.some((one) => one.undated === true),
    warnings,
    ...(interviews.length === 0 && { reason: allErased }),
  });
}

const allErased = 'Skipped: every participant in this file has been erased.';

async function known(tx: Context, fileName: string, before: SourceFileRow): Promise<IngestedFile> {
  const [sourceItemId = ''] = before.sourceItemIds;
  const item = await tx.db.findOne(SourceItem, { sourceItemId });
  return outcomeOf(fileName, {
    sourceItemIds: before.sourceItemIds,
    speakers: before.speakers.map(({ name }) => name),
    interviewers: item?.interviewers ?? [],
    studyIds: [before.studyId],
    ...(before.sourceItemIds.length === 0 && {
      reason: allErased,
    }),
  });
}

async function fail(
  tx: Context,
  facts: FileFacts,
  input: FileToIngest,
  before: SourceFileRow | undefined,
  { reason, givenUp }: Unread,
): Promise<IngestedFile> {
  // A half-written or broken file must not remove what was read from it before.
  if (before && before.status !== 'failed') {
    await tx.db.rows(rememberGivenUp, facts.fileId, givenUp && JSON.stringify(givenUp));
    return outcomeOf(input.fileName, {
      outcome: 'failed',
      studyIds: [facts.studyId],
      sourceItemIds: before.sourceItemIds,
      reason: `${reason} The results of the last reading are kept.`,
    });
  }
  const failed = outcomeOf(input.fileName, {
    outcome: 'failed',
    studyIds: [facts.studyId],
    sourceItemIds: before?.sourceItemIds ?? [],
    reason,
  });
  if (input.storesNoFailure) {
    // a file that was given up is remembered, so that sending it again does not cost as much again
    if (givenUp && !before?.sourceItemIds.length) await storeGivenUp(tx, facts, givenUp);
    return failed;
  }
  const isShown = before !== undefined && before.sourceItemIds.length > 0;
  if (isShown && before.failure === reason && before.contentHash === facts.contentHash) {
    return failed;
  }
  const capturedAt = input.capturedAt ?? tx.now;
  const failure = { reason, givenUp, capturedAt, fileName: input.fileName };
  return { ...failed, sourceItemIds: [await storeFailure(tx, facts, failure)] };
}
