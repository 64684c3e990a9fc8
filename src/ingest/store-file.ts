import type { SourceFileStatus } from '../../db/entities/source-file.js';
import { type SourceFileRow, writeSourceFile } from '../../db/queries/ingest/source-files.js';
import { addParticipant, writeFailedInterview } from '../../db/queries/ingest/write-interviews.js';
import type { Context } from '../context.js';
import { queueEngine } from '../engine/queue-engine.js';
import { refreshFactsOf } from '../signals/refresh-facts.js';
import { contentId } from './content-id.js';
import { openStudyNamed } from './open-study.js';
import { nameOfFile, personOf } from './people/person.js';
import type { Plan, PlannedInterview } from './plan-interviews.js';
import { removeMaterial } from './remove-material.js';
import { storeInterview } from './store-interview.js';

/** What is known of a file beside its interviews. */
export type FileFacts = Omit<
  SourceFileRow,
  'status' | 'failure' | 'sourceItemIds' | 'speakers' | 'erasedSourceItemIds' | 'erasedSpeakers'
>;

const writeRow = (
  tx: Context,
  facts: FileFacts,
  more: Pick<SourceFileRow, 'status' | 'failure' | 'sourceItemIds' | 'speakers'>,
): Promise<unknown> => {
  const fileName = facts.options.anonymous ? null : facts.fileName;
  return tx.db.rows(writeSourceFile, JSON.stringify({ ...facts, fileName, ...more }), tx.now);
};

async function storeOne(tx: Context, studyId: string, interview: PlannedInterview) {
  const study = interview.studyName ? await openStudyNamed(tx, interview.studyName) : { studyId };
  await storeInterview(tx, study.studyId, interview);
  return study.studyId;
}

/**
 * Stores what was read from a file, in the caller's transaction, in place of what was read from it before.
 * Interviews wait as `processing` for their analysis. Gives the studies that they belong to.
 */
export async function storeFile(
  tx: Context,
  facts: FileFacts,
  plan: Plan,
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
  await writeRow(tx, facts, { status: 'reading', failure: null, sourceItemIds: ids, speakers });
  await refreshFactsOf(tx, { sourceItemIds: ids, studyIds: [...studyIds] });
  const sourceItemIds = [...ids, ...dropped];
  await queueEngine(tx.db, {
    changed: { ...touched, sourceItemIds, studyIds: [...studyIds] },
  });
  return [...studyIds];
}

/** Stores that a file could not be read: a failed interview that says why. In the caller's transaction. */
export async function storeFailure(
  tx: Context,
  facts: FileFacts,
  { reason, capturedAt, fileName }: { reason: string; capturedAt: Date; fileName: string },
): Promise<string> {
  const { fileId, studyId } = facts;
  const person = personOf('', { studyId, fileId, fallback: nameOfFile(fileName), alone: true });
  const sourceItemId = contentId('si', fileId, 'failed');
  const displayName = facts.options.anonymous ? 'Participant' : person.displayName;
  await tx.db.rows(addParticipant, person.participantId, displayName, null);
  const about = facts.options.anonymous ? reason : `${fileName}: ${reason}`;
  await tx.db.rows(
    writeFailedInterview,
    sourceItemId,
    studyId,
    person.participantId,
    capturedAt,
    about,
  );
  await writeRow(tx, facts, {
    status: 'failed' satisfies SourceFileStatus,
    failure: reason,
    sourceItemIds: [sourceItemId],
    speakers: [],
  });
  await refreshFactsOf(tx, { sourceItemIds: [sourceItemId], studyIds: [studyId] });
  await queueEngine(tx.db, { changed: { sourceItemIds: [sourceItemId], studyIds: [studyId] } });
  return sourceItemId;
}
