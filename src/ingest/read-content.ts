import { open } from 'node:fs/promises';
import { getSystemErrorMap } from 'node:util';
import { MAX_INGEST_BYTES } from '../decisions.js';
import { UnreadableFile } from './unreadable-file.js';

/** Why the file system refused, in its own words: `permission denied`. */
export const whyUnreadable = (error: unknown): string => {
  const { errno, message } = error as NodeJS.ErrnoException;
  return getSystemErrorMap().get(errno ?? 0)?.[1] ?? message;
};

/**
 * A file's content, of a larger one than can be ingested only enough to see that it is. Throws UnreadableFile
 * where it is gone or may not be read.
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
      if (bytesRead === 0) break; // it was cut short meanwhile
      read += bytesRead;
    }
    return content.subarray(0, read);
  } finally {
    await file.close();
  }
}
