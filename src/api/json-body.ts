import type { IncomingMessage } from 'node:http';
import readBody from 'raw-body';
import { invalidRequest } from '../core/errors.js';

/** Larger bodies are refused (docs/reference.md, Errors, keys, limits). */
const MAX_BODY_BYTES = 100_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the JSON body of a request, or undefined if it has none. (`@koa/bodyparser` would accept
 * broken UTF-8, decompress bodies, and treat other content types as no body.) Throws
 * `invalid_request` for another content type and text that is not JSON, and the error of `raw-body`
 * for a body that is too large.
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

/** The body as it was sent. Throws the error of `raw-body` for one that is too large. */
export const readBytes = (request: IncomingMessage): Promise<Buffer> =>
  readBody(request, {
    length: request.headers['content-length'] ?? null,
    limit: MAX_BODY_BYTES,
  });

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
