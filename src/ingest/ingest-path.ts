import { basename } from 'node:path';
import type { SpeakerCount } from '../../db/entities/source-file.js';
import { speakersOfStudy } from '../../db/queries/ingest/source-files.js';
import type { Synthesis } from '../analysis/synthesize.js';
import type { Context } from '../context.js';
import { invalidRequest, Refusal } from '../errors.js';
import { sha256 } from './content-id.js';
import { type FoundFile, findFiles } from './find-files.js';
import { finishIngest } from './finish-ingest.js';
import { INTERVIEW_FILES, readInterviews } from './formats/read-interviews.js';
import { type FileToIngest, type IngestedFile, outcomeOf } from './ingested-file.js';
import { openStudyNamed } from './open-study.js';
import { readContent } from './read-content.js';
import { countSpeakers } from './roles/count-speakers.js';
import { returningNames } from './roles/returning-names.js';
import { manifests } from './study-manifest.js';
import { takeFile } from './take-file.js';
import { UnreadableFile } from './unreadable-file.js';

export type PathOptions = Pick<FileToIngest, 'mapping' | 'mask' | 'anonymous' | 'interviewers'>;

export interface Progress {
  onFile(file: IngestedFile, place: { number: number; of: number }): void;
}

export interface IngestReport {
  studyId: string;
  files: IngestedFile[];
  /** Files that are no interviews by their names. */
  skipped: string[];
  synthesis: Synthesis;
}

/** Who speaks in a file, by the hash of its content; nobody where it cannot be read, which its own turn will tell. */
async function speakersIn(
  path: string,
  { mapping }: PathOptions,
): Promise<[hash: string, SpeakerCount[]]> {
  let hash = '';
  try {
    const content = await readContent(path);
    hash = sha256(content);
    const interviews = readInterviews(basename(path), content, mapping);
    const counts = interviews.flatMap((one) =>
      one.kind === 'transcript' ? countSpeakers(one.turns) : [],
    );
    return [hash, counts];
  } catch {
    return [hash, []];
  }
}

/** Who returns in these files and in those that the study has already. */
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

/** One file never ends the others: what it fails with is its outcome. */
async function take(
  ctx: Context,
  file: Omit<FileToIngest, 'content'> & { path: string },
): Promise<IngestedFile> {
  try {
    return await takeFile(ctx, { ...file, content: await readContent(file.path) });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { fileName, studyId } = file;
    const failed = (reason: string): IngestedFile =>
      outcomeOf(fileName, { outcome: 'failed', studyIds: [studyId], reason });
    if (error instanceof UnreadableFile) return failed(error.message);
    ctx.log.error({ err: error, file: fileName }, 'a file could not be ingested');
    return failed(`${(error as Error).message} Ingest it again to go on where it stopped.`);
  }
}

/**
 * Ingests a file, or every interview file of a folder and what lies below it, into the study of this name, and
 * then finds themes and signals. Files are looked at twice: who returns in many of them interviews. Memory does
 * not grow with their number. Throws Refusal for a path where there is none.
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
  const taken: IngestedFile[] = [];
  for (const { path: filePath, modifiedAt } of files) {
    const file = await take(ctx, {
      capturedAt: modifiedAt,
      ...options,
      ...(await notes.noteOf(filePath)),
      studyId,
      fileName: basename(filePath),
      path: filePath,
      returning,
    });
    taken.push(file);
    progress.onFile(file, { number: taken.length, of: files.length });
  }
  const studyIds = [...new Set([studyId, ...taken.flatMap((file) => file.studyIds)])];
  return { studyId, files: taken, skipped, synthesis: await finishIngest(ctx, studyIds) };
}
