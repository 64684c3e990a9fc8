import type { IncomingMessage } from 'node:http';
import etag from '@koa/etag';
import type { Router, RouterMiddleware } from '@koa/router';
import type Koa from 'koa';
import type * as z from 'zod';
import type { KeyRow } from '../../db/queries/teams.js';
import type { SystemDatabase } from '../../db/system-database.js';
import type { Context } from '../core/context.js';
import type { Authenticator } from '../core/keys.js';
import type { Logger } from '../core/log.js';
import type { Models } from '../core/models/models.js';
import type { AddressRule } from '../core/work-item-url.js';
import type { FrameState } from './frame.js';
import type { RateLimiter } from './rate-limiter.js';
import { unavailable } from './refusals.js';

/**
 * Answers 304 without a body if the client has the current answer. (`koa-conditional-get` sends the
 * whole answer whenever `Cache-Control: no-cache` is sent, as `fetch` does with every
 * `If-None-Match`.)
 */
const conditionalGet: Koa.Middleware = async (ctx, next) => {
  await next();
  if (ctx.status !== 200 || !holds(ctx.get('If-None-Match'), ctx.response.get('ETag'))) return;
  ctx.status = 304;
  ctx.body = null;
};

/** Weak comparison, as RFC 9110 13.1.2 requires. */
const holds = (known: string, tag: string): boolean =>
  known.split(',').some((one) => one.trim() === '*' || weakly(one) === weakly(tag));

const weakly = (tag: string): string => tag.trim().replace(/^W\//, '');

const RETRY_SECONDS = 5;

/**
 * Abandons work that takes too long; the client gets 503. While the request body is still being
 * received, the server's limits for slow clients apply instead.
 */
export const withDeadline = <T>(
  deadlineMs: number,
  request: IncomingMessage,
  work: Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (request.complete || request.destroyed) reject(tooSlow(deadlineMs));
      else timer.refresh();
    }, deadlineMs);
    // Ignores a failure after the deadline, because the client has its answer.
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

const tooSlow = (deadlineMs: number) =>
  unavailable(`The request took longer than ${deadlineMs} ms and was aborted.`, RETRY_SECONDS);

/** Services that handlers need. */
export interface EndpointServices {
  system: SystemDatabase;
  log: Logger;
  /** Rules by which trackers recognize their URLs; they determine the provider of a link. */
  addressRules: readonly AddressRule[];
  /** Used for answers and search. Without models, the built-in methods are used. */
  models: Models | undefined;
  /** A request that takes longer is answered with 503. */
  deadlineMs: number;
  ask(ctx: Context, question: string): Promise<Answer>;
}

/** An API response. */
interface Answer {
  answer: string;
  citations: readonly { ref: string; signalId: string; evidenceIds: readonly string[] }[];
  searchedAt: Date;
}

/** State that the guards of a request set for its handler. */
interface ApiState extends FrameState {
  endpoint: Endpoint;
  now: Date;
  /** Set by `authenticate`. */
  key: KeyRow;
  /** Set by `parse`. */
  input: { params: unknown; query: unknown; body: unknown };
}

/** Properties that guards and handlers find in Koa's context. */
export interface Services extends EndpointServices {
  authenticator: Authenticator;
  limiter: RateLimiter;
}

interface ApiCustom {
  services: Services;
  /** The variable segments of the path as sent; set by `@koa/router`. */
  captures?: string[];
}

export type ApiContext = Koa.ParameterizedContext<ApiState, ApiCustom>;
/** Passes a request on to the next step of its route, or refuses it by throwing. */
export type Guard = Koa.Middleware<ApiState, ApiCustom>;

interface Contract<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Response extends z.ZodObject,
> {
  method: 'get' | 'post';
  /** In the notation of docs/api.md: `/v1/signals/{signalId}`. */
  path: `/v1/${string}`;
  /** operationId of the OpenAPI document. */
  id: string;
  tag: string;
  summary: string;
  description?: string;
  /** In the order in which they run. */
  guards: readonly Guard[];
  params?: Params;
  query?: Query;
  /** The endpoint takes no body if absent. */
  body?: Body;
  response: Response;
  /** Errors besides those that every endpoint can return. */
  errors: readonly (404 | 409)[];
  example: z.input<Response>;
}

/** A contract and its handler in one value, with their types erased. */
export interface Endpoint extends Contract<z.ZodObject, z.ZodObject, z.ZodObject, z.ZodObject> {
  handle(request: {
    ctx: Context;
    services: EndpointServices;
    params: unknown;
    query: unknown;
    body: unknown;
  }): Promise<unknown>;
}

/** A handler with the types of its contract, for callers that do not use HTTP. */
interface Handler<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Response extends z.ZodObject,
> {
  handle(request: {
    ctx: Context;
    services: EndpointServices;
    params: z.output<Params>;
    query: z.output<Query>;
    body: z.output<Body>;
  }): Promise<z.input<Response>>;
}

/**
 * Declares an endpoint. Its handler receives the parsed input and returns a value that matches the response schema.
 */
export const endpoint = <
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Response extends z.ZodObject,
>(
  spec: Contract<Params, Query, Body, Response> & Handler<Params, Query, Body, Response>,
): Handler<Params, Query, Body, Response> & Omit<Endpoint, 'handle'> =>
  spec as unknown as Handler<Params, Query, Body, Response> & Omit<Endpoint, 'handle'>;

/** Puts an endpoint on the router. */
export function mount(router: Router, endpoint: Endpoint): void {
  const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1');
  const saving = endpoint.method === 'get' ? [conditionalGet, etag({ weak: true })] : [];
  const steps = [begin(endpoint), ...saving, ...endpoint.guards, handle];
  router[endpoint.method](path, ...(steps as RouterMiddleware[]));
}

const begin =
  (endpoint: Endpoint): Guard =>
  (ctx, next) => {
    ctx.state.endpoint = endpoint;
    ctx.state.now = new Date();
    ctx.set('Cache-Control', endpoint.method === 'get' ? 'private, no-cache' : 'no-store');
    ctx.vary('Authorization');
    return withDeadline(ctx.services.deadlineMs, ctx.req, next());
  };

/** Sends the handler's result if it matches the contract exactly. */
async function handle(koa: ApiContext): Promise<void> {
  const { services } = koa;
  const { endpoint, input } = koa.state;
  const answer = await endpoint.handle({ ...input, ctx: contextOf(koa), services });
  const parsed = endpoint.response.safeParse(answer);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
    throw new Error(`The answer of ${endpoint.id} breaks its contract at ${wrong.join(', ')}`);
  }
  koa.type = 'json';
  koa.body = JSON.stringify(parsed.data);
}

/** The context of an authenticated request: its key's team, with the key as the actor. */
export function contextOf({
  state,
  services,
}: {
  state: Pick<ApiContext['state'], 'key' | 'now' | 'requestId'>;
  services: EndpointServices;
}): Context {
  const { system, log, addressRules, models } = services;
  const { teamId, keyId, name } = state.key;
  let child: Logger | undefined;
  return {
    db: system.team(teamId),
    actor: { type: 'api_key', id: keyId, name },
    now: state.now,
    // Created on first use: most requests log nothing, and a child logger costs more than parsing them.
    get log() {
      child ??= log.child({ requestId: state.requestId });
      return child;
    },
    addressRules,
    ...(models && { models }),
  };
}
