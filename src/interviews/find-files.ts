import type { Stats } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { invalidRequest, UnreadableFile } from '../core/errors.js';
import { MAX_INGEST_BYTES } from '../core/numbers.js';
import { INTERVIEW_FILES, isInterviewFile } from './formats/formats.js';

export interface FoundFile {
  path: string;
  modifiedAt: Date;
  bytes: number;
}

interface FoundFiles {
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
 * Returns the interview files at a path: the file itself, or all files in the folder and its subfolders, sorted by
 * name, without hidden files and links. Throws `invalid_request` if the path does not exist or has no readable
 * interview file.
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

/** The file system's reason in words, such as `permission denied`. */
export const whyUnreadable = (error: unknown): string => {
  const { errno, message } = error as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno ?? 0)?.[1] ?? message;
};

/**
 * Reads a file. Of a file above the size limit, reads only enough to detect that. Throws UnreadableFile if it does
 * not exist or may not be read.
 */
export async function readContent(path: string): Promise<Uint8Array> {
  try {
    return await contentOf(path);
  } catch (error) {
    throw new UnreadableFile(`It cannot be read: ${whyUnreadable(error)}.`);
  }
}

async function contentOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const content = Buffer.alloc(Math.min(size, MAX_INGEST_BYTES + 1));
    let read = 0;
    while (read < content.length) {
      const { bytesRead } = await file.read(content, read, content.length - read, read);
      if (bytesRead === 0) break; // the file was truncated while it was read
      read += bytesRead;
    }
    return content.subarray(0, read);
  } finally {
    await file.close();
  }
}
