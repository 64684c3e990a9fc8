import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { invalidRequest } from '../errors.js';
import { INTERVIEW_FILES, isInterviewFile } from './formats/read-interviews.js';
import { whyUnreadable } from './read-content.js';

export interface FoundFile {
  path: string;
  modifiedAt: Date;
  bytes: number;
}

export interface FoundFiles {
  files: FoundFile[];
  /** What lies below the folder and is no interview by its name, or no file but a link. */
  skipped: string[];
}

async function walk(folder: string, into: { paths: string[]; skipped: string[] }): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    // A folder that cannot be listed cannot be read as a file either, which says why.
    if (entry.isDirectory()) await walk(path, into).catch(() => into.paths.push(path));
    // Links are not followed: they may lead in a circle, or out of what was given.
    else if (entry.isFile() && isInterviewFile(entry.name)) into.paths.push(path);
    else into.skipped.push(path);
  }
}

const found = (path: string, { mtime, size }: Stats): FoundFile => ({
  path,
  modifiedAt: mtime,
  bytes: size,
});

/**
 * The interview files at a path: itself, or all in the folder and below, by name; hidden ones are left out, and so
 * are links. Throws `invalid_request` where there is nothing, or nothing that can be read.
 */
export async function findFiles(path: string): Promise<FoundFiles> {
  const root = resolve(path);
  const about = await stat(root).catch(() => undefined);
  if (!about) throw invalidRequest(`There is no file or folder ${path}.`);
  if (about.isFile()) {
    if (!isInterviewFile(root)) {
      throw invalidRequest(
        `${basename(root)} is no interview file: allowed are ${INTERVIEW_FILES}.`,
      );
    }
    return { files: [found(root, about)], skipped: [] };
  }
  if (!about.isDirectory()) throw invalidRequest(`${path} is neither a file nor a folder.`);
  const into = { paths: [] as string[], skipped: [] as string[] };
  try {
    await walk(root, into);
  } catch (error) {
    throw invalidRequest(`The folder ${path} cannot be read: ${whyUnreadable(error)}.`);
  }
  const files: FoundFile[] = [];
  for (const one of into.paths) {
    // A file may go between the listing and the look at it.
    const stats = await stat(one).catch(() => undefined);
    if (stats) files.push(found(one, stats));
  }
  return { files, skipped: into.skipped };
}
