import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { invalidRequest } from '../errors.js';
import { isInterviewFile } from './formats/read-interviews.js';

export interface FoundFile {
  path: string;
  modifiedAt: Date;
  bytes: number;
}

export interface FoundFiles {
  files: FoundFile[];
  /** Files below the folder that are no interviews by their names. */
  skipped: string[];
}

async function walk(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) paths.push(...(await walk(path)));
    else if (entry.isFile()) paths.push(path);
  }
  return paths;
}

const found = async (path: string): Promise<FoundFile> => {
  const { mtime, size } = await stat(path);
  return { path, modifiedAt: mtime, bytes: size };
};

/**
 * The interview files at a path: itself, or all in the folder and below, by name; hidden ones are left out.
 * Throws `invalid_request` where there is nothing, or a file that is no interview by its name.
 */
export async function findFiles(path: string): Promise<FoundFiles> {
  const root = resolve(path);
  const about = await stat(root).catch(() => undefined);
  if (!about) throw invalidRequest(`There is no file or folder ${path}.`);
  if (!about.isDirectory()) return { files: [await found(root)], skipped: [] };
  const paths = await walk(root);
  const files: FoundFile[] = [];
  // A file may go between the listing and the look at it.
  for (const one of paths.filter((name) => isInterviewFile(basename(name)))) {
    const file = await found(one).catch(() => undefined);
    if (file) files.push(file);
  }
  return { files, skipped: paths.filter((name) => !isInterviewFile(basename(name))) };
}
