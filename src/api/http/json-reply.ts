import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { preferredEncoding } from './preferred-encoding.js';
import type { Reply } from './reply.js';

const COMPRESS_FROM_BYTES = 1024;

const compressors = {
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 5 }),
};

/** A success: with an ETag on reads, and compressed where it pays and the client takes it. */
export async function jsonReply(request: IncomingMessage, value: unknown): Promise<Reply> {
  const text = JSON.stringify(value);
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    Vary: 'Authorization, Accept-Encoding',
    'Cache-Control': 'no-store',
  };
  if (request.method !== 'POST') {
    const tag = `"${hash('sha1', text, 'base64url')}"`;
    headers['Cache-Control'] = 'private, no-cache';
    headers.ETag = `W/${tag}`;
    if (holds(request.headers['if-none-match'], tag)) {
      const { 'Content-Type': _, ...kept } = headers;
      return { status: 304, headers: kept };
    }
  }
  const encoding =
    text.length < COMPRESS_FROM_BYTES
      ? undefined
      : preferredEncoding(request.headers['accept-encoding']);
  if (!encoding) return { status: 200, headers, body: text };
  headers['Content-Encoding'] = encoding;
  return { status: 200, headers, body: await compressors[encoding](text) };
}

const holds = (given: string | undefined, tag: string): boolean =>
  given?.split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim())) ?? false;
