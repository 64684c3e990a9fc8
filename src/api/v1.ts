import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KeyRow } from '../../db/queries/api-keys.js';
import type { SystemDatabase } from '../../db/system-database.js';
import type { Context } from '../context.js';
import { invalidRequest, notFound, Refusal } from '../errors.js';
import type { Authenticator } from '../keys/authenticate.js';
import type { Logger } from '../log.js';
import type { Models } from '../models/models.js';
import { nameSpan } from '../telemetry/span.js';
import type { Endpoint, EndpointDeps } from './endpoint.js';
import { corsHeaders } from './http/cors.js';
import { withDeadline } from './http/deadline.js';
import { errorResponse, HttpRefusal } from './http/error-response.js';
import { jsonReply } from './http/json-reply.js';
import { noSuchPath } from './http/no-such-path.js';
import { checkText, parseInput } from './http/parse-input.js';
import { allowed, createPathMatch, type PathMatch } from './http/path-match.js';
import { parseQueryString } from './http/query-string.js';
import { errorReply, type Reply, sendReply } from './http/reply.js';
import { readJsonBody } from './http/request-body.js';
import { requestIdOf } from './http/request-id.js';
import { securityHeaders } from './http/security-headers.js';
import type { Metrics } from './metrics.js';
import type { RateLimiter } from './rate-limit/rate-limiter.js';

export interface V1Options {
  endpoints: readonly Endpoint[];
  system: SystemDatabase;
  authenticator: Authenticator;
  limiter: RateLimiter;
  deps: EndpointDeps;
  log: Logger;
  metrics: Metrics;
  githubHosts: readonly string[];
  corsOrigins: readonly string[];
  models?: Models;
  deadlineMs: number;
}

/** One request on its way. */
interface Request {
  message: IncomingMessage;
  id: string;
  path: string;
  querystring: string;
}

/** Whether a request is for `v1`, and not for what is served beside it. */
export const isV1 = ({ url = '' }: IncomingMessage): boolean => url.startsWith('/v1/');

/**
 * Serves the endpoints. What is wrong first is told first: 404 and 405 of the path, 401, 429, 403, 400, 404,
 * 409. Reads and writes the messages of `node:http` itself: a context's getters would be a good part of a read
 * (docs/performance.md).
 */
export function v1(
  options: V1Options,
): (message: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { log, metrics, corsOrigins } = options;
  const match = createPathMatch(options.endpoints);
  return async (message, response) => {
    const started = performance.now();
    const { method = '' } = message;
    const [path = '', querystring = ''] = splitAt(message.url ?? '', '?');
    const request = {
      message,
      path,
      querystring,
      id: requestIdOf(message.headers['x-request-id']),
    };
    message.headers['x-request-id'] = request.id; // who watches requests finds it there
    const found = match(path);
    let reply: Reply;
    try {
      reply = await answer(options, request, found);
    } catch (error) {
      const failure = errorResponse(error, request.id);
      if (failure.status >= 500) {
        const route = found?.template;
        log.error({ err: error, requestId: request.id, method, route }, 'request failed');
      }
      reply = errorReply(failure);
    }
    const { headers } = reply;
    headers['X-Request-Id'] = request.id;
    Object.assign(headers, securityHeaders, corsHeaders(corsOrigins, message, headers.Vary));
    if (found) nameSpan(`${method} ${found.template}`);
    sendReply(response, reply);
    const seconds = (performance.now() - started) / 1000;
    metrics.observe(method, found?.template ?? 'other', reply.status, seconds);
  };
}

/** What stands before the first `mark`, and what after it. */
function splitAt(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

async function answer(
  options: V1Options,
  request: Request,
  found: PathMatch | undefined,
): Promise<Reply> {
  const { message, path } = request;
  if (!found) throw noSuchPath(path);
  if (message.method === 'OPTIONS') return { status: 204, headers: { Allow: allowed(found) } };
  const endpoint = endpointOf(found, message.method ?? '');
  const work = serve(options, endpoint, found, request);
  return jsonReply(message, await withDeadline(options.deadlineMs, work));
}

function endpointOf(found: PathMatch, method: string): Endpoint {
  const endpoint = found.methods.get(method === 'HEAD' ? 'GET' : method);
  if (endpoint) return endpoint;
  const allow = allowed(found);
  throw new HttpRefusal(
    405,
    invalidRequest(`${found.template} does not take ${method}. Allowed: ${allow}.`),
    { Allow: allow },
  );
}

async function serve(
  options: V1Options,
  endpoint: Endpoint,
  found: PathMatch,
  request: Request,
): Promise<unknown> {
  const { authenticator, limiter, deps } = options;
  const now = new Date();
  const key = await authenticator.authenticate(request.message.headers.authorization, now);
  await limiter.use(key, 'general', now);
  if (endpoint.bucket) await limiter.use(key, endpoint.bucket, now);
  if (endpoint.writes && key.scope !== 'write') throw readOnly(endpoint);
  const params = found.params();
  const query = parseQuery(endpoint, request.querystring);
  const body =
    endpoint.method === 'post'
      ? parseBody(endpoint, await readJsonBody(request.message))
      : undefined;
  checkIds(params);
  const ctx = contextOf(options, key, request.id, now);
  return conforming(endpoint, await endpoint.handle({ params, query, body, ctx, deps }));
}

const readOnly = ({ summary }: Endpoint): Refusal =>
  new Refusal(
    'forbidden',
    `This key has the scope "read", and "${summary}" needs the scope "write".`,
  );

function contextOf(
  { system, log, githubHosts, models }: V1Options,
  { teamId, keyId, name }: KeyRow,
  requestId: string,
  now: Date,
): Context {
  let child: Logger | undefined;
  return {
    db: system.team(teamId),
    actor: { type: 'api_key', id: keyId, name },
    now,
    // made when first used: most requests log nothing, and a child logger costs more than their parsing
    get log() {
      child ??= log.child({ requestId });
      return child;
    },
    githubHosts,
    ...(models && { models }),
  };
}

/** Postgres takes no NUL, and no id holds one. */
function checkIds(params: Record<string, string>): void {
  for (const name in params) {
    const id = params[name] as string;
    if (id.includes('\0')) throw notFound(resourceOf(name), id);
  }
}

function parseQuery({ query }: Endpoint, querystring: string): unknown {
  const given = parseQueryString(querystring);
  if (query) return parseInput(query, given, 'query parameter');
  const [name] = Object.keys(given);
  if (name === undefined) return undefined;
  throw invalidRequest(
    `Unknown query parameter ${JSON.stringify(name.slice(0, 60))}. Allowed: none.`,
  );
}

function parseBody({ body: schema }: Endpoint, given: unknown): unknown {
  if (schema) {
    const body = parseInput(schema, given, 'field');
    checkText(body);
    return body;
  }
  const empty =
    given === undefined ||
    (typeof given === 'object' && given !== null && Object.keys(given).length === 0);
  if (!empty) throw invalidRequest('This request takes no body.');
  return undefined;
}

/** `researchGapId` → `research gap` */
const resourceOf = (parameter: string): string =>
  parameter.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The answer, if it is exactly what the contract promises. */
function conforming(endpoint: Endpoint, answer: unknown): unknown {
  const parsed = endpoint.response.safeParse(answer);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
  throw new Error(`The answer of ${endpoint.id} breaks its contract at ${wrong.join(', ')}`);
}
