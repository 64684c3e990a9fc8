import { isIP } from 'node:net';
import cors from '@koa/cors';
import Router from '@koa/router';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type Koa from 'koa';
import type { ApiContext, Guard } from '../api/endpoint.js';
import { contextOf, withDeadline } from '../api/endpoint.js';
import { authenticate, rateLimit } from '../api/guards.js';
import { readBytes } from '../api/input.js';
import { invalidRequest, Refusal } from '../core/errors.js';
import type { Logger } from '../core/log.js';
import type { PageLinks } from '../core/page-links.js';
import type { Caller } from './caller.js';
import { createServer } from './server.js';

interface McpOptions {
  /** Base of the URLs in results, and the host that `/mcp` answers to. */
  publicUrl: string;
  /** Links to the pages for people; absent if no link could work. */
  pages: PageLinks | undefined;
  /** Origins whose pages may call from a browser; those of this computer always may. */
  corsOrigins: readonly string[];
  log: Logger;
}

/**
 * MCP over HTTP, without sessions: each request carries its key and is answered separately. Supports protocol
 * versions before and after 2026-07-28.
 */
export function mcp(options: McpOptions): Koa.Middleware {
  const handler = createMcpHandler(
    ({ authInfo }) => createServer(authInfo?.extra?.caller as Caller),
    {
      keepAliveMs: 0,
      maxSubscriptions: 0, // no events are announced, so no stream stays open
      onerror: (error) => options.log.debug({ err: error }, 'request over MCP refused'),
    },
  );

  const serve: Guard = async (ctx) => {
    const { key, requestId } = ctx.state;
    const caller = callerOf(ctx, options);
    const body = new Uint8Array(await readBytes(ctx.req));
    refuseBatch(body);
    const request = new Request(`${options.publicUrl}/mcp`, {
      method: 'POST',
      headers: headersOf(ctx),
      body,
    });
    const response = await handler.fetch(request, {
      authInfo: { token: requestId, clientId: key.keyId, scopes: [key.scope], extra: { caller } },
    });
    ctx.status = response.status;
    for (const [name, value] of response.headers) ctx.set(name, value);
    const answer = await response.text();
    ctx.body = answer === '' ? null : answer;
    ctx.status = response.status;
  };

  const router = new Router({ strict: true, sensitive: true });
  const steps = [begin(options), authenticate, rateLimit, serve];
  router.post('/mcp', ...(steps as unknown as Koa.Middleware[] as never[]));
  const routes = router.routes() as Koa.Middleware;
  const shared = allowPages(options);
  return (ctx, next) => (ctx.path === '/mcp' ? shared(ctx, () => routes(ctx, next)) : next());
}

/**
 * CORS for pages in a browser: the request and response headers of the protocol. Wraps all methods, since such a
 * page also has to see that GET is 405.
 */
const allowPages = (options: McpOptions): Koa.Middleware =>
  cors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return mayCall(origin, options) ? origin : '';
    },
    allowMethods: 'POST',
    allowHeaders:
      'Authorization,Content-Type,Last-Event-ID,Mcp-Method,Mcp-Name,Mcp-Protocol-Version,Mcp-Session-Id,X-Request-Id',
    exposeHeaders: 'Mcp-Protocol-Version,Mcp-Session-Id,Retry-After,WWW-Authenticate,X-Request-Id',
    maxAge: PREFLIGHT_SECONDS,
    keepHeadersOnError: false, // the frame has already set them and keeps them
  });

const begin =
  (options: McpOptions): Guard =>
  (ctx, next) => {
    refuseStrangers(ctx, options);
    ctx.state.now = new Date();
    ctx.set('Cache-Control', 'no-store');
    return withDeadline(ctx.services.deadlineMs, ctx.req, next());
  };

function callerOf(ctx: ApiContext, { pages }: McpOptions): Caller {
  const { services, state } = ctx;
  const context = contextOf(ctx);
  return {
    context: () => context,
    services,
    mayWrite: state.key.scope === 'write',
    useQuestion: () => services.limiter.use(state.key, 'ask', state.now),
    pages,
    requestId: state.requestId,
  };
}

/** A batch would make many calls for one point of the rate limit. The protocol removed batches in 2025. */
function refuseBatch(body: Uint8Array): void {
  if (Buffer.from(body).toString().trimStart().startsWith('[')) {
    throw invalidRequest('Send one message per request, not a list of them.');
  }
}

/** The headers that the protocol reads; the key is not passed on. */
function headersOf({ req }: ApiContext): Record<string, string> {
  const given = Object.entries(req.headers).filter(
    ([name, value]) => /^(accept|content-type|mcp-.+)$/.test(name) && typeof value === 'string',
  );
  return Object.fromEntries(given) as Record<string, string>;
}

const PREFLIGHT_SECONDS = 600;
const LOCAL = /^(localhost|.+\.localhost)$/;

/**
 * Refuses requests that another site's page could have sent from a user's browser: a foreign `Origin`, or a host
 * name that the site could have pointed here (DNS rebinding). A name without a dot and a bare IP address cannot be
 * pointed.
 */
function refuseStrangers(ctx: ApiContext, options: McpOptions): void {
  const own = new URL(options.publicUrl).hostname;
  const host = hostOf(`http://${ctx.get('Host')}`);
  const safe = host !== undefined && (host === own || !host.includes('.') || isAddress(host));
  if (!safe && !LOCAL.test(host ?? '')) {
    throw new Refusal('forbidden', `/mcp answers at ${own}. Set PUBLIC_URL if it moved.`);
  }
  const origin = ctx.get('Origin');
  if (origin === '' || mayCall(origin, options)) return;
  throw new Refusal(
    'forbidden',
    'Pages of this origin may not call /mcp. CORS_ORIGINS names those that may.',
  );
}

function mayCall(origin: string, { publicUrl, corsOrigins }: McpOptions): boolean {
  if (corsOrigins.includes(origin)) return true;
  const from = hostOf(origin);
  if (from === undefined) return false;
  return from === new URL(publicUrl).hostname || LOCAL.test(from) || isLoopback(from);
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

const isAddress = (host: string): boolean => isIP(host.replace(/^\[|\]$/g, '')) !== 0;
const isLoopback = (host: string): boolean => host === '[::1]' || /^127(\.\d+){3}$/.test(host);
