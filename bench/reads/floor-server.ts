import { createServer } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import pg from 'pg';
import type { Captured } from './captured.js';

/**
 * The baseline: what anyone would write with Koa, `@koa/router` and `pg`. It runs a path's captured statements one
 * after the other, and sends the service's JSON. A separate process; its parent sends it the statements.
 */
process.once('message', ({ url, captured }: { url: string; captured: Captured[] }) => {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const router = new Router();
  const byUrl = new Map(captured.map((one) => [one.path, one]));
  for (const path of new Set(captured.map((one) => pathname(one.path)))) {
    router.get(path, async (ctx) => {
      const { statements, body } = byUrl.get(ctx.url) as Captured;
      for (const { name, text, values } of statements) {
        await pool.query({ ...(name && { name }), text, values });
      }
      ctx.body = body;
    });
  }
  const koa = new Koa().use(router.routes());
  const server = createServer(koa.callback());
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.once('disconnect', () => process.exit());

const pathname = (path: string): string => path.split('?')[0] as string;
