import { open } from 'node:fs/promises';
import { getSystemErrorMap } from 'node:util';
import { MAX_INGEST_BYTES } from '../core/decisions.js';
import { UnreadableFile } from '../core/unreadable-file.js';

/** The file system's reason in words, such as `permission denied`. */
export const whyUnreadable = (error: unknown): string => {
  const { errno, message } = error as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno ?? 0)?.[1] ?? message;
};

/**
 * Reads a file; of one above the size limit only enough to detect that. Throws UnreadableFile if it does not
 * exist or may not be read.
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
      if (bytesRead === 0) break; // the file was truncated meanwhile
      read += bytesRead;
    }
    return content.subarray(0, read);
  } finally {
    await file.close();
  }
}
