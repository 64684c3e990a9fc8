import { once } from 'node:events';

/** Writes and, where the reader is slow, waits for it. */
export async function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
