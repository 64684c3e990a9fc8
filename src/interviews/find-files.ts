import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { invalidRequest } from '../core/errors.js';
import { INTERVIEW_FILES, isInterviewFile } from './formats/read-interviews.js';
import { whyUnreadable } from './read-content.js';

export interface FoundFile {
  path: string;
  modifiedAt: Date;
  bytes: number;
}

export interface FoundFiles {
  files: FoundFile[];
  /** Entries below the folder that are links or not interview files by name. */
  skipped: string[];
}

async function walk(folder: string, into: { paths: string[]; skipped: string[] }): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    // If a folder cannot be listed, reading it as a file fails too, with the reason.
    if (entry.isDirectory()) await walk(path, into).catch(() => into.paths.push(path));
    // Links are not followed: they may form a cycle or leave the folder.
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
 * Returns the interview files at a path: the file itself, or all in the folder and its subfolders, by name,
 * without hidden files and links. Throws `invalid_request` if there is no file or none that can be read.
 */
export async function findFiles(path: string): Promise<FoundFiles> {
  const root = resolve(path);
  const about = await stat(root).catch(() => undefined);
  if (!about) throw invalidRequest(`There is no file or folder ${path}.`);
  if (about.isFile()) {
    if (!isInterviewFile(root)) {
      throw invalidRequest(
        `${basename(root)} is not an interview file: allowed are ${INTERVIEW_FILES}.`,
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
    // The file may be deleted between the listing and the stat.
    const stats = await stat(one).catch(() => undefined);
    if (stats) files.push(found(one, stats));
  }
  return { files, skipped: into.skipped };
}
