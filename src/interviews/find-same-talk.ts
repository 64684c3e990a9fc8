import type { Context } from '../core/context.js';
import { UNLABELLED_ASKS, UNLABELLED_SPEAKS } from './formats/unlabelled.js';
import { bareName } from './people/bare-name.js';
import { nameOfFile } from './people/person.js';
import { filesSaying, type SourceFileRow } from './queries/source-files.js';
import type { TalkSigns } from './read-file.js';
import { isCode, namesSomebody } from './roles/role-words.js';
import { FIRST_HASHES, isSameTalk } from './talk-sketch.js';

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

/** True if a speaker is labelled; otherwise the speakers were guessed. */
export const namesSpeakers = (speakers: readonly string[]): boolean =>
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

/** Files of the study that may hold the same talk, the oldest first. */
export const filesLikelySaying = async (
  ctx: Context,
  studyId: string,
  { sketch }: TalkSigns,
): Promise<SourceFileRow[]> =>
  sketch ? ctx.db.rows(filesSaying, studyId, sketch.slice(0, FIRST_HASHES)) : [];

/** The one of these files that holds the same talk, in another format or with a typo fixed. */
export const findSameTalk = (
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
