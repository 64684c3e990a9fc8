import type { RequestListener } from 'node:http';
import cors from '@koa/cors';
import Router from '@koa/router';
import Koa from 'koa';
import compress from 'koa-compress';
import type { SystemDatabase } from '../../db/system-database.js';
import { createAuthenticator } from '../core/keys.js';
import type { Logger } from '../core/log.js';
import type { AddressRule } from '../core/work-item-url.js';
import { docs } from './docs.js';
import { type EndpointServices, mount, type Services } from './endpoint.js';
import { endpoints } from './endpoints/index.js';
import { type FrameState, refuseUnrouted, requestFrame } from './frame.js';
import { createMetrics, type Metrics } from './metrics.js';
import { createRateLimiter } from './rate-limiter.js';
import { type SiteOptions, site } from './site.js';

const DEADLINE_MS = 30_000;
const PREFLIGHT_SECONDS = 600;

export interface AppOptions extends SiteOptions {
  system: SystemDatabase;
  /** URL of `system`'s database, used to listen for key changes. */
  databaseUrl: string;
  log: Logger;
  /** Mounted before any body is read: Slack, sandbox, webhooks. */
  before?: readonly Koa.Middleware[];
  /** The pages for people, mounted after the API's own routes. */
  pages?: Koa.Middleware<FrameState>;
  /** Maximum requests per key and minute. */
  limits: { perMinute: number; askPerMinute: number };
  ask: EndpointServices['ask'];
  /** Rules by which trackers recognize their URLs; they determine the provider of a link. */
  addressRules?: readonly AddressRule[];
  models?: EndpointServices['models'];
  /** Origins whose pages may call the API from a browser; none by default. */
  corsOrigins?: readonly string[];
  deadlineMs?: number;
}

export interface App {
  /** Answers every request. */
  listener: RequestListener;
  /** Metrics of the parts next to the API. */
  metrics: Metrics;
  /** Releases the database; the caller first closes the server that uses `listener`. */
  stop(): Promise<void>;
}

/** Creates the whole HTTP surface: /v1, its description, and the monitoring paths. */
export function createApp(options: AppOptions): App {
  const { system, log, databaseUrl, limits, before = [], corsOrigins = [] } = options;
  const metrics = createMetrics();
  const authenticator = createAuthenticator(system, databaseUrl);
  const limiter = createRateLimiter(
    system,
    { general: limits.perMinute, ask: limits.askPerMinute },
    log,
  );
  const services: Services = {
    system,
    log,
    authenticator,
    limiter,
    ask: options.ask,
    addressRules: options.addressRules ?? [],
    models: options.models,
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
  };
  const router = new Router({ strict: true, sensitive: true });
  for (const endpoint of endpoints) mount(router, endpoint);

  const koa = createKoa(log, metrics);
  koa.context.services = services;
  for (const middleware of before) koa.use(middleware);
  // After `before`, since /mcp allows pages to send other headers.
  if (corsOrigins.length > 0) koa.use(allowOrigins(corsOrigins));
  koa.use(plainIfNothingFits);
  koa.use(compress({ threshold: 1024, zstd: false, deflate: false }));
  koa.use(router.routes() as Koa.Middleware);
  koa.use(site(options, metrics));
  koa.use(docs());
  if (options.pages) koa.use(options.pages);
  koa.use(refuseUnrouted);
  return {
    listener: koa.callback(),
    metrics,
    async stop() {
      await limiter.stop();
      await authenticator.stop();
    },
  };
}

/** Creates the monitoring paths of a process that serves no API: /healthz, /readyz and /metrics. */
export function createWatchApp(options: SiteOptions & { log: Logger }): App {
  const metrics = createMetrics();
  const koa = createKoa(options.log, metrics);
  koa.use(site(options, metrics));
  koa.use(refuseUnrouted);
  return { listener: koa.callback(), metrics, stop: async () => {} };
}

function createKoa(log: Logger, metrics: Metrics): Koa<FrameState> {
  const koa = new Koa<FrameState>();
  koa.on('error', (err: unknown) => log.debug({ err }, 'response not delivered'));
  return koa.use(requestFrame(log, metrics));
}

/**
 * Sends the body unencoded if the client accepts no encoding known here and has even excluded that
 * (`identity;q=0`), as RFC 9110 12.5.3 permits. koa-compress would fail.
 */
const plainIfNothingFits: Koa.Middleware = (ctx, next) => {
  if (!ctx.acceptsEncodings('br', 'gzip', 'identity')) ctx.compress = false;
  return next();
};

/** Lets pages of these origins call the API from a browser. */
const allowOrigins = (origins: readonly string[]): Koa.Middleware =>
  cors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return origins.includes(origin) ? origin : '';
    },
    allowMethods: 'GET,HEAD,POST',
    allowHeaders: 'Authorization,Content-Type,If-None-Match,X-Request-Id',
    exposeHeaders: 'ETag,Retry-After,X-Request-Id',
    maxAge: PREFLIGHT_SECONDS,
    keepHeadersOnError: false, // the frame has already set them and keeps them
  });
