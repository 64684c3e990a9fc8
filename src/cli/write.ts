import { once } from 'node:events';

/** Writes, and waits if the reader is slow. */
export async function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}
