import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 1024 * 1024;

export class BodyTooLarge extends Error {
  constructor() {
    super(`The request body is larger than ${MOST_BYTES} bytes, the most the sandbox takes.`);
  }
}

/**
 * The whole body of a request as text.
 * @throws BodyTooLarge above 1 MiB
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The JSON value in `text`, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
