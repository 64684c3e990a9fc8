import { createServer } from 'node:http';
import pg from 'pg';
import type { Captured } from './captured.js';

/**
 * The floor: `node:http` and `pg` alone run a path's captured statements, one after the other as the
 * service does, and send its JSON. A process of its own, told what to serve by its parent.
 */
process.once('message', ({ url, captured }: { url: string; captured: Captured[] }) => {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const routes = new Map(captured.map((one) => [one.path, one]));
  const server = createServer(async (request, response) => {
    const { statements, body } = routes.get(request.url ?? '') as Captured;
    for (const { name, text, values } of statements) {
      await pool.query({ ...(name && { name }), text, values });
    }
    const text = JSON.stringify(body);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.once('disconnect', () => process.exit());
