import type { RequestListener } from 'node:http';
import Koa from 'koa';
import type { SystemDatabase } from '../../db/system-database.js';
import { createAuthenticator } from '../keys/authenticate.js';
import type { Logger } from '../log.js';
import type { Models } from '../models/models.js';
import type { EndpointDeps } from './endpoint.js';
import { endpoints } from './endpoints.js';
import { cors } from './http/cors.js';
import { createMetrics, type Metrics } from './metrics.js';
import { createRateLimiter } from './rate-limit/rate-limiter.js';
import { type FrameState, requestFrame } from './request-frame.js';
import { docs } from './site/docs.js';
import { type Readiness, site } from './site/site.js';
import { isV1, v1 } from './v1.js';

const DEADLINE_MS = 30_000;

export interface AppOptions extends EndpointDeps {
  system: SystemDatabase;
  /** Where changes to keys are heard from; the database of `system`. */
  databaseUrl: string;
  log: Logger;
  /** Mounted before any body is read: Slack, sandbox, webhooks. */
  before?: readonly Koa.Middleware[];
  ready(): Promise<Readiness>;
  /** Requests a minute for one key. */
  limits: { perMinute: number; askPerMinute: number };
  publicUrl: string;
  /** Hosts of GitHub Enterprise servers, for the provider of a link. */
  githubHosts?: readonly string[];
  /** For answers and search; without them the built-in ways. */
  models?: Models;
  /** Origins whose pages may call the API from a browser; none unless told. */
  corsOrigins?: readonly string[];
  /** A request that takes longer is answered with 503. */
  deadlineMs?: number;
}

export interface App {
  /** Answers every request. */
  listener: RequestListener;
  /** For metrics of the parts beside the API. */
  metrics: Metrics;
  /** Lets go of the database; the server that `listener` answers for is the caller's to close first. */
  stop(): Promise<void>;
}

/** The whole HTTP surface: /v1, its description, and the paths an operator watches. */
export function createApp(options: AppOptions): App {
  const { system, log, databaseUrl, limits, before = [], corsOrigins = [] } = options;
  const metrics = createMetrics();
  const authenticator = createAuthenticator(system, databaseUrl);
  const limiter = createRateLimiter(
    system,
    { general: limits.perMinute, ask: limits.askPerMinute },
    log,
  );
  const api = v1({
    endpoints,
    system,
    authenticator,
    limiter,
    deps: { ask: options.ask },
    log,
    metrics,
    githubHosts: options.githubHosts ?? [],
    corsOrigins,
    ...(options.models && { models: options.models }),
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
  });
  const koa = new Koa<FrameState>();
  koa.on('error', (err: unknown) => log.debug({ err }, 'response not delivered'));
  koa.use((ctx, next) => {
    if (!isV1(ctx.req)) return next();
    ctx.respond = false; // it writes status, headers and body in one go
    return api(ctx.req, ctx.res);
  });
  koa.use(requestFrame(log, metrics));
  if (corsOrigins.length > 0) koa.use(cors(corsOrigins));
  for (const middleware of before) koa.use(middleware);
  koa.use(site(options, metrics));
  koa.use(docs());
  return {
    listener: koa.callback(),
    metrics,
    async stop() {
      await limiter.stop();
      await authenticator.stop();
    },
  };
}
