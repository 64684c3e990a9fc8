import { type GivenUpFile, SourceFile } from '../../db/entities/source-file.js';
import { SourceItem } from '../../db/entities/source-item.js';
import { Study } from '../../db/entities/study.js';
import { lockTeam } from '../../db/queries/teams.js';
import { analyzeSourceItem } from '../analysis/analyze-source-item.js';
import { teamChanges } from '../analysis/codebook/team-codebook.js';
import { prepareSearch } from '../answers/search/places.js';
import { refreshSearch } from '../answers/search/refresh-search.js';
import { type Context, inTransaction } from '../core/context.js';
import { notFound, Refusal } from '../core/errors.js';
import { GivenUp, inThread } from '../core/thread/run-in-thread.js';
import { OnlyInterviewers, UnreadableFile } from '../core/unreadable-file.js';
import { contentId, sha256, sha256Async } from './content-id.js';
import { filesLikelySaying, findSameTalk, namesSpeakers } from './find-same-talk.js';
import { isInterviewFile, readInterviews } from './formats/read-interviews.js';
import { type FileToIngest, type IngestedFile, outcomeOf } from './ingested-file.js';
import { type FileSigns, filesWithSigns, matchFile } from './match-file.js';
import {
  itemsToAnalyze,
  moveSourceFile,
  rememberGivenUp,
  type SourceFileRow,
} from './queries/source-files.js';
import { countQuotes } from './queries/write-interviews.js';
import type { ReadFile, TalkSigns } from './read-file.js';
import { optionsKey, optionsOf, sameOptions } from './reading-options.js';
import { rememberRoles } from './roles/remember-roles.js';
import { type FileFacts, storeFailure, storeFile, storeGivenUpAnalysis } from './store-file.js';

interface Taken {
  result: IngestedFile;
  facts: FileFacts;
}

/** The reason why a file has no interviews. */
interface Unread {
  reason: string;
  givenUp: GivenUpFile | null;
  /** All speakers, as far as they are known. */
  speakers?: readonly string[];
}

/** The result of reading a file: its interviews, or the reason why there are none. */
type Reading = { read: ReadFile } | Unread;

/** The state of the study that decides how a file is read. */
interface Seen {
  study: Study;
  /** Files that share a sign with this one. */
  withSigns: SourceFileRow[];
  /** Files that may hold the same talk. */
  saying: SourceFileRow[];
}

/** The signs of a file's talk. */
interface Talk extends TalkSigns {
  /** The reason why finding them was given up. */
  givenUp?: string;
}

/** A file as identified before it is read. */
interface Found {
  facts: FileFacts;
  /** The stored file of this study that it is, unchanged or corrected. */
  before: SourceFileRow | undefined;
  /** The action to take; a file whose content or talk is already stored is not read. */
  toDo: 'read' | 'move' | 'leave';
}

async function signsOf({ studyId, fileName, path, content }: FileToIngest): Promise<FileSigns> {
  return {
    studyId,
    contentHash: await sha256Async(new Uint8Array(content)),
    nameHash: sha256(fileName),
    pathHash: path === undefined ? null : sha256(path),
  };
}

/**
 * Reads a file in a worker thread and stores it in a short transaction. If another process changed the study's
 * files in between, it looks again.
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
      if (reading) return storeReading(tx, input, found, now.study, reading);
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

function foundAs(input: FileToIngest, signs: FileSigns, before: SourceFileRow | undefined): Found {
  const options = optionsOf(input, before?.options);
  const fileId = before?.fileId ?? contentId('sf', signs.studyId, signs.contentHash);
  const facts: FileFacts = { ...signs, fileId, fileName: input.fileName, options };
  const asRead = before?.contentHash === signs.contentHash && sameOptions(before.options, options);
  return { facts, before, toDo: asRead && before.status !== 'failed' ? 'move' : 'read' };
}

/** A file new to the study may hold a talk that the study already has. */
function foundByTalk(
  input: FileToIngest,
  signs: FileSigns,
  saying: readonly SourceFileRow[],
  talk: Talk,
): Found {
  const sameTalk = findSameTalk(saying, { fileName: input.fileName, ...talk });
  return sameTalk && !saysMore(input, talk.speakers, sameTalk)
    ? { facts: sameTalk, before: sameTalk, toDo: 'leave' }
    : foundAs(input, signs, sameTalk);
}

/**
 * True if a file should replace the stored file of the same talk: it names its speakers and the other did not,
 * or it is to be read with other options.
 */
function saysMore(
  input: FileToIngest,
  speakers: readonly string[],
  before: SourceFileRow,
): boolean {
  if (!namesSpeakers(speakers)) return false;
  const known = before.speakers.map(({ name }) => name);
  const asBefore = sameOptions(before.options, optionsOf(input, before.options));
  return !asBefore || (known.length > 0 && !namesSpeakers(known));
}

async function talkOf({ fileName, content, mapping }: FileToIngest): Promise<Talk> {
  try {
    return await inThread('talkIn', { fileName, content, mapping });
  } catch (error) {
    if (error instanceof GivenUp) return { sketch: null, speakers: [], givenUp: error.message };
    throw error;
  }
}

/** True if a file still contains the earlier text; false if it cannot be read or reading it is given up. */
async function stillSays(
  { fileName, content, mapping }: FileToIngest,
  before: readonly string[],
): Promise<boolean> {
  try {
    return await inThread('isCorrection', { fileName, content, mapping }, before);
  } catch (error) {
    if (error instanceof GivenUp) return false;
    throw error;
  }
}

/** Reads a file, unless its content was given up before. */
async function readOnce(
  ctx: Context,
  input: FileToIngest,
  { facts, before }: Found,
  study: Study,
  talk: Talk | undefined,
): Promise<Reading> {
  const hash = hashOf(facts);
  const known = before?.givenUp;
  if (known?.hash === hash) return { reason: known.reason, givenUp: known };
  if (!before && talk?.givenUp) {
    return { reason: talk.givenUp, givenUp: { hash, reason: talk.givenUp } };
  }
  const { studyId, fileName, content, participantName, returning } = input;
  const { fileId, options } = facts;
  try {
    const read = await inThread(
      'readFile',
      { fileName, content, mapping: options.mapping },
      {
        ...options,
        remembered: study.speakerRoles,
        studyId,
        fileId,
        fileName,
        capturedAt: input.capturedAt ?? ctx.now,
        now: ctx.now,
        erasedSpeakers: before?.erasedSpeakers ?? [],
        codebook: await teamChanges(ctx),
        ...(participantName !== undefined && { participantName }),
        ...(returning && { returning }),
      },
    );
    return { read };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const reason = error.message;
    return {
      reason,
      givenUp: error instanceof GivenUp ? { hash, reason } : null,
      ...(error instanceof OnlyInterviewers && { speakers: error.speakers }),
    };
  }
}

const hashOf = ({ contentHash, options }: FileFacts): string =>
  sha256(`${contentHash} ${optionsKey(options)}`);

async function storeKnown(
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

async function storeReading(
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
    warnings,
  });
}

async function known(tx: Context, fileName: string, before: SourceFileRow): Promise<IngestedFile> {
  const [sourceItemId = ''] = before.sourceItemIds;
  const item = await tx.db.findOne(SourceItem, { sourceItemId });
  return outcomeOf(fileName, {
    sourceItemIds: before.sourceItemIds,
    speakers: before.speakers.map(({ name }) => name),
    interviewers: item?.interviewers ?? [],
    studyIds: [before.studyId],
    ...(before.sourceItemIds.length === 0 && {
      reason: 'Skipped: every participant in this file has been erased.',
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
  // A half-written or broken file does not remove what was read from it before.
  if (before && before.status !== 'failed') {
    await tx.db.rows(rememberGivenUp, facts.fileId, givenUp && JSON.stringify(givenUp));
    return outcomeOf(input.fileName, {
      outcome: 'failed',
      studyIds: [facts.studyId],
      sourceItemIds: before.sourceItemIds,
      reason: `${reason} The results of the last reading stay.`,
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
  const failure = { reason, givenUp, capturedAt, fileName: input.fileName };
  return { ...failed, sourceItemIds: [await storeFailure(tx, facts, failure)] };
}

/** Analyses an interview; its participant may have been erased in the meantime. */
async function analyzeUnlessErased(ctx: Context, sourceItemId: string): Promise<void> {
  try {
    await analyzeSourceItem(ctx, sourceItemId);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
  }
}

/**
 * Stores one file and analyses its interviews, each in its own transaction: an interrupted run resumes with the
 * same file. Themes and signals are left to `finishIngest`. Throws Refusal for an unknown study or an
 * unsupported file name.
 */
export async function takeFile(ctx: Context, input: FileToIngest): Promise<IngestedFile> {
  if (!isInterviewFile(input.fileName)) readInterviews(input.fileName, new Uint8Array());
  const { result, facts } = await store(ctx, input);
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
    // Corrections of other quotes change the text around those that stayed.
    await prepareSearch(ctx, result.sourceItemIds);
    await inTransaction(ctx, (tx) => refreshSearch(tx, { sourceItemIds: result.sourceItemIds }));
  }
  await ctx.db.update(SourceFile, { fileId: facts.fileId, status: 'reading' }, { status: 'done' });
  const counted = await ctx.db.row(countQuotes, result.sourceItemIds);
  return { ...result, quotes: counted?.quotes ?? 0 };
}
