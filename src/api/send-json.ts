import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type Koa from 'koa';

const COMPRESS_FROM_BYTES = 1024;

const compressors = {
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 5 }),
};

/** Sends a success: with an ETag on reads, and compressed where it pays and the client takes it. */
export async function sendJson(ctx: Koa.ParameterizedContext, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  const read = ctx.method === 'GET' || ctx.method === 'HEAD';
  ctx.status = 200;
  ctx.type = 'json';
  ctx.set('Vary', 'Authorization, Accept-Encoding');
  ctx.set('Cache-Control', read ? 'private, no-cache' : 'no-store');
  if (read) {
    const tag = `"${createHash('sha1').update(text).digest('base64url')}"`;
    ctx.set('ETag', `W/${tag}`);
    if (holds(ctx.get('If-None-Match'), tag)) {
      ctx.status = 304;
      return;
    }
  }
  ctx.body = await encoded(ctx, text);
}

/** Koa's own check gives way to `Cache-Control: no-cache`, which every fetch() with If-None-Match sends. */
const holds = (given: string, tag: string): boolean =>
  given.split(',').some((one) => ['*', tag, `W/${tag}`].includes(one.trim()));

async function encoded(ctx: Koa.ParameterizedContext, text: string): Promise<string | Buffer> {
  if (text.length < COMPRESS_FROM_BYTES || !ctx.get('Accept-Encoding')) return text;
  const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity');
  if (encoding !== 'br' && encoding !== 'gzip') return text;
  ctx.set('Content-Encoding', encoding);
  return compressors[encoding](text);
}
