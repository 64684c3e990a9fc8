import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 1024 * 1024;

export class BodyTooLarge extends Error {
  constructor(mostBytes: number) {
    super(`The request body is larger than ${mostBytes} bytes, the sandbox’s limit.`);
  }
}

/**
 * Reads the whole body of a request.
 * @throws BodyTooLarge above `mostBytes`
 */
export async function readBytes(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > mostBytes) throw new BodyTooLarge(mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads the whole body of a request as text.
 * @throws BodyTooLarge above 1 MiB
 */
export const readBody = async (request: IncomingMessage): Promise<string> =>
  (await readBytes(request, MOST_BYTES)).toString('utf8');

/** The JSON value in `text`, or undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
