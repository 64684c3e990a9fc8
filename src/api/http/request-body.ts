import type { IncomingMessage } from 'node:http';
import { invalidRequest } from '../../errors.js';
import { HttpRefusal } from './error-response.js';

/** decisions.md: bodies over 100 kB are refused. */
const MAX_BODY_BYTES = 100_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON body of a request, or undefined where it has none.
 * Throws `invalid_request` for another content type, too large a body, and text that is no JSON.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return undefined;
  checkContentType(request);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw invalidRequest('The body must be JSON in UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest('The body must be valid JSON.');
  }
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function checkContentType({ headers }: IncomingMessage): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  const fits =
    type.trim() === 'application/json' && (!charset || /^charset="?utf-8"?$/.test(charset));
  if (!fits) throw invalidRequest('Content-Type must be application/json (UTF-8).');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw invalidRequest('Content-Encoding must be absent or identity.');
  }
}

const tooLarge = (): HttpRefusal =>
  new HttpRefusal(413, invalidRequest(`The body must have at most ${MAX_BODY_BYTES / 1000} kB.`), {
    Connection: 'close',
  });
