import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import type { SpeakerCount } from '../../db/entities/source-file.js';
import { whyUnavailable } from '../../db/why-unavailable.js';
import { budgetOf } from '../analysis/model/asking/budget.js';
import type { Synthesis } from '../analysis/synthesize.js';
import type { Context } from '../core/context.js';
import { invalidRequest, Refusal, UnreadableFile } from '../core/errors.js';
import { inThread } from '../core/thread/run-in-thread.js';
import { manifests } from './estimate-path.js';
import { type FoundFile, findFiles, readContent } from './find-files.js';
import { finishIngest } from './finish-ingest.js';
import { INTERVIEW_FILES } from './formats/formats.js';
import { type FileToIngest, type IngestedFile, outcomeOf } from './ingested-file.js';
import { openStudyNamed, sha256 } from './open-study.js';
import { speakersOfStudy } from './queries/source-files.js';
import { isNamed } from './roles/find-interviewers.js';
import { namesSomebody } from './roles/role-words.js';
import { takeFile } from './take-file.js';

/** Minimum number of files with a name before its recurrence counts. */
const LEAST_FILES = 2;

/**
 * The names that recur in a study's files, with their share of the files: an interviewer is in many, a participant
 * in one. Generic labels such as `User` or `Speaker 1` are left out.
 */
function returningNames(files: readonly (readonly SpeakerCount[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const speakers of files) {
    for (const { name } of speakers) {
      if (namesSomebody(name))
        counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
    }
  }
  return new Map(
    [...counts]
      .filter(([, count]) => count >= LEAST_FILES)
      .map(([name, count]) => [name, count / files.length]),
  );
}

export type PathOptions = Pick<
  FileToIngest,
  'mapping' | 'mask' | 'anonymous' | 'interviewers' | 'participants'
>;

interface Progress {
  onFile(file: IngestedFile, place: { number: number; of: number }): void;
}

export interface IngestReport {
  studyId: string;
  files: IngestedFile[];
  /** Files whose names are not those of interviews. */
  skipped: string[];
  synthesis: Synthesis;
  /** Names given for interviewers or participants that do not match any speaker in any file. */
  unknownNames: string[];
  /** Number of the team's interviews that wait for the model's tokens of the next day. */
  waiting: number;
}

/**
 * The speakers of a file, by the hash of its content; empty if it cannot be read, which its ingestion will report.
 */
async function speakersIn(
  path: string,
  { mapping }: PathOptions,
): Promise<[hash: string, SpeakerCount[]]> {
  let hash = '';
  try {
    const content = await readContent(path);
    hash = sha256(content);
    return [hash, await inThread('speakersIn', { fileName: basename(path), content, mapping })];
  } catch {
    return [hash, []];
  }
}

/** The names that recur in these files and in those already in the study. */
async function whoReturns(
  ctx: Context,
  studyId: string,
  files: readonly FoundFile[],
  options: PathOptions,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, SpeakerCount[]>();
  for (const { path } of files) counts.set(...(await speakersIn(path, options)));
  const others = await ctx.db.rows(speakersOfStudy, studyId, [...counts.keys()]);
  return returningNames([...counts.values(), ...others.map(({ speakers }) => speakers)]);
}

/** A failure of one file is its outcome and does not stop the others; without a database, all would fail. */
async function take(
  ctx: Context,
  file: Omit<FileToIngest, 'content'> & { path: string },
  storing: LimitFunction,
): Promise<IngestedFile> {
  try {
    const content = await readContent(file.path);
    return await takeFile(ctx, { ...file, content }, storing);
  } catch (error) {
    if (error instanceof Refusal || whyUnavailable(error)) throw error;
    const { fileName, studyId } = file;
    const failed = (reason: string): IngestedFile =>
      outcomeOf(fileName, { outcome: 'failed', studyIds: [studyId], reason });
    if (error instanceof UnreadableFile) return failed(error.message);
    ctx.log.error({ err: error, file: fileName }, 'a file could not be ingested');
    return failed(`${(error as Error).message} Ingest it again to continue where it stopped.`);
  }
}

/**
 * Number of files read at once. Reading with a model is mostly waiting for the model; the built-in reader keeps the
 * process's one database backend busy.
 */
const filesAtOnce = ({ models }: Context): number => models?.reading?.limit.concurrency ?? 1;

/** Works through the items, some at once. If one throws, begins no other, and throws once those begun have ended. */
async function untilOneThrows<Item, Result>(
  concurrency: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit({ concurrency, rejectOnClear: true });
  const results = items.map((item) =>
    limit(() =>
      work(item).catch((error) => {
        limit.clearQueue();
        throw error;
      }),
    ),
  );
  await Promise.allSettled(results);
  return Promise.all(results);
}

/**
 * Ingests a file, or every interview file in a folder and its subfolders, into the study of this name, and then
 * creates themes and signals. Files are read twice: names that recur in many of them are interviewers. Memory does
 * not grow with the number of files. With a model, several are read at once. Throws Refusal if the path has no
 * interview file, and the database's error if the database is unavailable; what was stored before stays.
 */
export async function ingestPath(
  ctx: Context,
  { path, study, ...options }: PathOptions & { path: string; study: string },
  progress: Progress,
): Promise<IngestReport> {
  const { files: found, skipped } = await findFiles(path);
  const notes = manifests();
  const files: FoundFile[] = [];
  for (const file of found) {
    if (found.length === 1 || !(await notes.isManifest(file.path))) files.push(file);
  }
  if (files.length === 0) {
    throw invalidRequest(
      `There is no interview file in ${path}: allowed are ${INTERVIEW_FILES}, and links are not followed.`,
    );
  }
  const { studyId } = await openStudyNamed(ctx, study);
  const returning = await whoReturns(ctx, studyId, files, options);
  const storing = pLimit(1);
  let number = 0;
  const ingest = async ({ path: filePath, modifiedAt }: FoundFile): Promise<IngestedFile> => {
    const note = await notes.noteOf(filePath);
    const input = {
      capturedAt: modifiedAt,
      ...options,
      ...note,
      studyId,
      fileName: basename(filePath),
      path: filePath,
      returning,
    };
    const taken = await take(ctx, input, storing);
    const file = { ...taken, undated: taken.undated && note.capturedAt === undefined };
    progress.onFile(file, { number: ++number, of: files.length });
    return file;
  };
  const taken = await untilOneThrows(filesAtOnce(ctx), files, ingest);
  const studyIds = [...new Set([studyId, ...taken.flatMap((file) => file.studyIds)])];
  const synthesis = await finishIngest(ctx, studyIds);
  const waiting = ctx.models?.language ? (await budgetOf(ctx)).waiting : 0;
  const unknownNames = namesOfNobody(taken, options);
  return { studyId, files: taken, skipped, synthesis, unknownNames, waiting };
}

/**
 * Given names that match no speaker in any file. A name may be missing from some files, but one that is in none is
 * a mistake.
 */
function namesOfNobody(
  files: readonly IngestedFile[],
  { interviewers = [], participants = [] }: PathOptions,
): string[] {
  const speakers = files.flatMap((file) => file.speakers);
  // a file that was read before without names may have any speaker, and highlights have none
  const isUnknown = files.some((file) => file.outcome === 'unchanged' && !file.speakers.length);
  if (isUnknown || speakers.length === 0) return [];
  return [...interviewers, ...participants].filter(
    (name) => !speakers.some((speaker) => isNamed(speaker, [name])),
  );
}

const LOOK_MS = 2_000;

const stateOf = (files: readonly FoundFile[]): string =>
  files.map(({ path, bytes, modifiedAt }) => `${path}|${bytes}|${modifiedAt.getTime()}`).join('\n');

/**
 * Calls `onChange` immediately, and whenever files at a path were added or changed and then stayed unchanged for
 * one interval, so that no half-written file is read. `files` is their current number. Stops when `signal` aborts.
 * Throws Refusal if the path does not exist.
 */
export async function watchPath(
  path: string,
  { onChange, signal }: { onChange(files: number): Promise<void>; signal: AbortSignal },
): Promise<void> {
  let handled: string | undefined;
  let last: string | undefined;
  while (!signal.aborted) {
    const { files } = await findFiles(path);
    const now = stateOf(files);
    if (handled === undefined || (now !== handled && now === last)) {
      await onChange(files.length);
      handled = now;
    }
    last = now;
    await wait(LOOK_MS, undefined, { signal }).catch(() => {});
  }
}
