import type { ReadingOptions } from '../../db/entities/source-file.js';
import type { Context } from '../core/context.js';
import { UNLABELLED_ASKS, UNLABELLED_SPEAKS } from './formats/unlabelled.js';
import type { FileToIngest } from './ingested-file.js';
import { contentId, sha256, sha256Async } from './open-study.js';
import { bareName, nameOfFile } from './participants/person.js';
import {
  filesLike,
  filesSaying,
  type SourceFileRow,
  wordsOfItems,
} from './queries/source-files.js';
import type { TalkSigns } from './read-file.js';
import { isCode, namesSomebody } from './roles/role-words.js';
import type { FileFacts } from './store-file.js';
import { FIRST_HASHES, isSameTalk } from './talk-sketch.js';

/** A file as identified before it is read. */
export interface Found {
  facts: FileFacts;
  /** The stored file of this study that matches it, unchanged or corrected. */
  before: SourceFileRow | undefined;
  /** The action to take; a file whose content or talk is already stored is not read. */
  toDo: 'read' | 'move' | 'leave';
}

export interface FileSigns {
  studyId: string;
  contentHash: string;
  nameHash: string;
  pathHash: string | null;
}

/** The signs by which a file is recognized. */
export async function signsOf({
  studyId,
  fileName,
  path,
  content,
}: FileToIngest): Promise<FileSigns> {
  return {
    studyId,
    contentHash: await sha256Async(new Uint8Array(content)),
    nameHash: sha256(fileName),
    pathHash: path === undefined ? null : sha256(path),
  };
}

/** Files of the study that could be this one, most likely first. */
export const filesWithSigns = (
  ctx: Context,
  { studyId, contentHash, nameHash, pathHash }: FileSigns,
): Promise<SourceFileRow[]> => ctx.db.rows(filesLike, studyId, contentHash, nameHash, pathHash);

/**
 * Finds the stored row of a file: the row with the same content in this study, at any path; or else with the same
 * path; or else with the same name, if that one failed or half of its text is still there, since different talks
 * often share a name (`transcript.vtt`). `stillSays` is called only if it decides.
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

/** Treats the file as a new one, or as a new version of a stored one. */
export function foundAs(
  input: FileToIngest,
  signs: FileSigns,
  before: SourceFileRow | undefined,
): Found {
  const options = optionsOf(input, before?.options);
  const fileId = before?.fileId ?? contentId('sf', signs.studyId, signs.contentHash);
  const facts: FileFacts = { ...signs, fileId, fileName: input.fileName, options };
  const asRead = before?.contentHash === signs.contentHash && sameOptions(before.options, options);
  return { facts, before, toDo: asRead && before.status !== 'failed' ? 'move' : 'read' };
}

/** Checks if a file that is new to the study holds a talk that the study already has. */
export function foundByTalk(
  input: FileToIngest,
  signs: FileSigns,
  saying: readonly SourceFileRow[],
  talk: TalkSigns,
): Found {
  const sameTalk = findSameTalk(saying, { fileName: input.fileName, ...talk });
  return sameTalk && !saysMore(input, talk.speakers, sameTalk)
    ? { facts: sameTalk, before: sameTalk, toDo: 'leave' }
    : foundAs(input, signs, sameTalk);
}

/**
 * True if a file should replace the stored file of the same talk: it names its speakers and the stored one did not,
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

/** The people whom a file names. */
interface People {
  fileName: string;
  /** Labels of its speakers. */
  speakers: readonly string[];
}

/** The participant code in a file's name. */
const codeOf = ({ fileName }: People): string | undefined => {
  const name = nameOfFile(fileName);
  return isCode(name) ? name.toLowerCase() : undefined;
};

const UNLABELLED: readonly string[] = [UNLABELLED_ASKS, UNLABELLED_SPEAKS];

/** True if a speaker is labeled; otherwise the speakers were guessed. */
const namesSpeakers = (speakers: readonly string[]): boolean =>
  speakers.some((name) => !UNLABELLED.includes(name));

const namesOf = ({ speakers }: People): Set<string> =>
  new Set(
    speakers
      .filter((name) => !UNLABELLED.includes(name) && namesSomebody(name))
      .map((name) => bareName(name).toLowerCase()),
  );

/** True if the files name different people, who then said the same in two talks. */
function nameOthers(one: People, other: People): boolean {
  const [code, otherCode] = [codeOf(one), codeOf(other)];
  if (code && otherCode && code !== otherCode) return true;
  const [names, otherNames] = [namesOf(one), namesOf(other)];
  const within = (some: Set<string>, all: Set<string>) => [...some].every((name) => all.has(name));
  return !within(names, otherNames) && !within(otherNames, names);
}

/** Files of the study that may hold the same talk, oldest first. */
export const filesLikelySaying = async (
  ctx: Context,
  studyId: string,
  { sketch }: TalkSigns,
): Promise<SourceFileRow[]> =>
  sketch ? ctx.db.rows(filesSaying, studyId, sketch.slice(0, FIRST_HASHES)) : [];

/** The stored file that holds the same talk, in another format or with a typo fixed. */
const findSameTalk = (
  rows: readonly SourceFileRow[],
  { fileName, sketch, speakers }: TalkSigns & { fileName: string },
): SourceFileRow | undefined =>
  rows.find(
    (row) =>
      isSameTalk(sketch ?? [], row.saidSketch ?? []) &&
      !nameOthers(
        { fileName, speakers },
        { fileName: row.fileName ?? '', speakers: row.speakers.map(({ name }) => name) },
      ),
  );

/** Merges new options with those of earlier requests, which stay in force: a corrected interviewer stays corrected. */
function optionsOf(input: FileToIngest, before: ReadingOptions | undefined): ReadingOptions {
  const { mapping, mask, anonymous, interviewers = [], participants = [] } = input;
  const named = interviewers.length + participants.length > 0;
  const { interviewers: _, participants: __, ...others } = before ?? {};
  return {
    ...(named ? others : before),
    ...(mapping && Object.keys(mapping).length > 0 && { mapping }),
    ...(mask && { mask }),
    ...(anonymous && { anonymous }),
    ...(interviewers.length > 0 && { interviewers: [...interviewers].sort() }),
    ...(participants.length > 0 && { participants: [...participants].sort() }),
  };
}

/** The same key for the same options in any order. */
const optionsKey = (options: ReadingOptions): string =>
  JSON.stringify(Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1)));

const sameOptions = (a: ReadingOptions, b: ReadingOptions): boolean =>
  optionsKey(a) === optionsKey(b);

/** Identifies a file's content as read with these options. */
export const hashOf = ({ contentHash, options }: FileFacts): string =>
  sha256(`${contentHash} ${optionsKey(options)}`);
