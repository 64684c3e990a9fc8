import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Router from '@koa/router';
import type Koa from 'koa';
import type { FrameState } from './frame.js';
import { openapiDocument } from './openapi.js';

const assets: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};
/** Nothing is loaded from or sent to another host. The page has inline styles. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Belief Layer API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** The key is kept only in the page and is lost when the page is closed. */
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** `/openapi.json`, and `/docs`: a reference page that works offline and can send requests. */
export function docs(): Koa.Middleware<FrameState> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const router = new Router<FrameState>({ strict: true, sensitive: true });
  let document: string | undefined;
  router.get('/openapi.json', (ctx) => {
    document ??= JSON.stringify(openapiDocument());
    ctx.type = 'json';
    ctx.body = document;
  });
  router.get('/docs', (ctx) => send(ctx, 'text/html; charset=utf-8', PAGE));
  router.get('/docs/start.js', (ctx) => send(ctx, 'text/javascript; charset=utf-8', START));
  for (const [file, type] of Object.entries(assets)) {
    router.get(`/docs/${file}`, (ctx) => send(ctx, type, createReadStream(join(folder, file))));
  }
  return router.routes() as Koa.Middleware<FrameState>;
}

function send(
  ctx: Koa.ParameterizedContext<FrameState>,
  type: string,
  body: string | NodeJS.ReadableStream,
): void {
  ctx.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' });
  ctx.type = type;
  ctx.body = body;
}
