import { open } from 'node:fs/promises';
import { MAX_INGEST_BYTES } from '../decisions.js';

/** A file's content, of a larger one than can be ingested only enough to see that it is. */
export async function readContent(path: string): Promise<Uint8Array> {
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
