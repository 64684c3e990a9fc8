import {
  type GivenUpFile,
  SourceFile,
  type SourceFileStatus,
} from '../../db/entities/source-file.js';
import { storeHighlights } from '../analysis/rate-highlights.js';
import { refreshFactsOf } from '../beliefs/signals/refresh-facts.js';
import type { Context } from '../core/context.js';
import { emit } from '../core/events.js';
import { contentId, openStudyNamed } from './open-study.js';
import { nameOfFile, participantOf, personOf } from './participants/person.js';
import { failAnalysis, type SourceFileRow, writeSourceFile } from './queries/source-files.js';
import {
  addParticipant,
  writeFailedInterview,
  writeInterview,
} from './queries/write-interviews.js';
import type { ReadFile, ReadInterview } from './read-file.js';
import { removeMaterial } from './remove-material.js';

/** Facts about a file besides its interviews. */
export type FileFacts = Omit<
  SourceFileRow,
  keyof ReadingState | 'erasedSourceItemIds' | 'erasedSpeakers'
>;

type ReadingState = Pick<
  SourceFileRow,
  'status' | 'failure' | 'givenUp' | 'sourceItemIds' | 'speakers' | 'saidSketch'
>;

const writeRow = (tx: Context, facts: FileFacts, more: ReadingState): Promise<unknown> => {
  const fileName = facts.options.anonymous ? null : facts.fileName;
  return tx.db.rows(writeSourceFile, JSON.stringify({ ...facts, fileName, ...more }), tx.now);
};

async function storeOne(tx: Context, studyId: string, interview: ReadInterview) {
  const study = interview.studyName ? await openStudyNamed(tx, interview.studyName) : { studyId };
  await storeInterview(tx, study.studyId, interview);
  return study.studyId;
}

/**
 * Stores the interviews of a file in the caller's transaction, replacing those from an earlier reading. They have
 * the status `processing` until they are analyzed. Returns their studies.
 */
export async function storeFile(
  tx: Context,
  facts: FileFacts,
  plan: ReadFile,
  before: SourceFileRow | undefined,
): Promise<string[]> {
  const erased = new Set(before?.erasedSourceItemIds);
  const interviews = plan.interviews.filter(({ sourceItemId }) => !erased.has(sourceItemId));
  const ids = interviews.map(({ sourceItemId }) => sourceItemId);
  const studyIds = new Set([facts.studyId]);
  for (const interview of interviews) studyIds.add(await storeOne(tx, facts.studyId, interview));

  const dropped = before?.sourceItemIds.filter((id) => !ids.includes(id)) ?? [];
  const touched = dropped.length ? await removeMaterial(tx, { sourceItemIds: dropped }) : undefined;
  for (const studyId of touched?.studyIds ?? []) studyIds.add(studyId);
  const speakers = facts.options.anonymous ? [] : plan.speakers;
  await writeRow(tx, facts, {
    status: 'reading',
    failure: null,
    givenUp: null,
    sourceItemIds: ids,
    speakers,
    saidSketch: plan.saidSketch,
  });
  await refreshFactsOf(tx, { sourceItemIds: ids, studyIds: [...studyIds] });
  const sourceItemIds = [...ids, ...dropped];
  await emit(tx, 'materialChanged', { ...touched, sourceItemIds, studyIds: [...studyIds] });
  return [...studyIds];
}

/** Stores a failed interview with the reason why the file could not be read, in the caller's transaction. */
export async function storeFailure(
  tx: Context,
  facts: FileFacts,
  {
    reason,
    givenUp,
    capturedAt,
    fileName,
  }: { reason: string; givenUp: GivenUpFile | null; capturedAt: Date; fileName: string },
): Promise<string> {
  const { fileId, studyId } = facts;
  const person = personOf('', { studyId, fileId, fallback: nameOfFile(fileName), alone: true });
  const sourceItemId = contentId('si', fileId, 'failed');
  const displayName = facts.options.anonymous ? 'Participant' : person.displayName;
  await tx.db.rows(addParticipant, person.participantId, displayName, null);
  const about = facts.options.anonymous ? reason : `${fileName}: ${reason}`;
  await tx.db.rows(writeFailedInterview, {
    sourceItemId,
    studyId,
    participantId: person.participantId,
    capturedAt,
    failure: about,
  });
  await writeRow(tx, facts, {
    status: 'failed' satisfies SourceFileStatus,
    failure: reason,
    givenUp,
    sourceItemIds: [sourceItemId],
    speakers: [],
    saidSketch: null,
  });
  await refreshFactsOf(tx, { sourceItemIds: [sourceItemId], studyIds: [studyId] });
  await emit(tx, 'materialChanged', { sourceItemIds: [sourceItemId], studyIds: [studyId] });
  return sourceItemId;
}

/**
 * Remembers only that a file was given up, without an interview that others would be told about. Its name may be a
 * participant's, whom erasing would not find here, so it is not stored.
 */
export const storeGivenUp = async (
  tx: Context,
  facts: FileFacts,
  givenUp: GivenUpFile,
): Promise<void> => {
  const status = 'failed' satisfies SourceFileStatus;
  const nothing = { sourceItemIds: [], speakers: [], saidSketch: null };
  await writeRow(
    tx,
    { ...facts, fileName: null },
    { status, failure: givenUp.reason, givenUp, ...nothing },
  );
};

/** Marks a file as failed, with the reason, after the analysis of its interviews was given up. */
export async function storeGivenUpAnalysis(
  tx: Context,
  facts: FileFacts,
  sourceItemIds: readonly string[],
  givenUp: GivenUpFile,
): Promise<void> {
  const { fileId, studyId, fileName, options } = facts;
  const failure = options.anonymous ? givenUp.reason : `${fileName}: ${givenUp.reason}`;
  await tx.db.rows(failAnalysis, sourceItemIds, failure);
  await tx.db.update(
    SourceFile,
    { fileId },
    { status: 'failed', failure: givenUp.reason, givenUp },
  );
  await refreshFactsOf(tx, { sourceItemIds: [...sourceItemIds], studyIds: [studyId] });
  await emit(tx, 'materialChanged', { sourceItemIds: [...sourceItemIds], studyIds: [studyId] });
}

/**
 * Stores one interview of a study in the caller's transaction: participant, and transcript or highlights. Removes
 * quotes whose words are gone. If nothing changed, nothing is written.
 */
async function storeInterview(
  tx: Context,
  studyId: string,
  interview: ReadInterview,
): Promise<void> {
  const { sourceItemId, person, email, capturedAt, transcript, interviewers, talk } = interview;
  const participantId = await participantOf(tx, person, { studyId, email });
  const row = {
    sourceItemId,
    studyId,
    participantId,
    capturedAt: capturedAt.getTime(),
    interviewers,
    talkId: talk?.talkId,
    talkTurns: talk?.turns,
  };
  await tx.db.rows(writeInterview, JSON.stringify(row), transcript);
  if (interview.highlights) await storeHighlights(tx, sourceItemId, interview.highlights);
}
