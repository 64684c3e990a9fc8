import type Koa from 'koa';
import type { KeyRow } from '../../db/queries/api-keys.js';
import type { SystemDatabase } from '../../db/system-database.js';
import type { Context } from '../context.js';
import { invalidRequest, notFound, Refusal } from '../errors.js';
import type { Authenticator } from '../keys/authenticate.js';
import type { Logger } from '../log.js';
import type { Models } from '../models/models.js';
import type { Endpoint, EndpointDeps } from './endpoint.js';
import { HttpRefusal } from './error-response.js';
import { checkText, parseInput } from './parse-input.js';
import { allowed, createPathMatch, type PathMatch } from './path-match.js';
import { parseQueryString } from './query-string.js';
import type { RateLimiter } from './rate-limit/rate-limiter.js';
import { readJsonBody } from './request-body.js';
import { type FrameState, withDeadline } from './request-frame.js';
import { sendJson } from './send-json.js';

export interface V1Options {
  endpoints: readonly Endpoint[];
  system: SystemDatabase;
  authenticator: Authenticator;
  limiter: RateLimiter;
  deps: EndpointDeps;
  log: Logger;
  githubHosts: readonly string[];
  models?: Models;
  deadlineMs: number;
}

type Request = Koa.ParameterizedContext<FrameState>;

/** Serves the endpoints. What is wrong first is told first: 404 and 405 of the path, 401, 429, 403, 400, 404, 409. */
export function v1(options: V1Options): Koa.Middleware<FrameState> {
  const match = createPathMatch(options.endpoints);
  return async (request, next) => {
    const found = match(request.path);
    if (!found) return next();
    request.state.route = found.template;
    if (request.method === 'OPTIONS') {
      request.set('Allow', allowed(found));
      request.status = 204;
      return;
    }
    const endpoint = endpointOf(found, request.method);
    const answer = await withDeadline(options.deadlineMs, serve(options, endpoint, found, request));
    await sendJson(request, answer);
  };
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
  const key = await authenticator.authenticate(request.get('Authorization'), now);
  await limiter.use(key, 'general', now);
  if (endpoint.bucket) await limiter.use(key, endpoint.bucket, now);
  if (endpoint.writes && key.scope !== 'write') throw readOnly(endpoint);
  const input = await parseRequest(endpoint, found, request);
  const ctx = contextOf(options, key, request.state.requestId, now);
  return conforming(endpoint, await endpoint.handle({ ...input, ctx, deps }));
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

async function parseRequest(endpoint: Endpoint, found: PathMatch, { req, querystring }: Request) {
  const params = found.params();
  const query = parseQuery(endpoint, querystring);
  const body =
    endpoint.method === 'post' ? parseBody(endpoint, await readJsonBody(req)) : undefined;
  for (const [name, id] of Object.entries(params)) {
    // Postgres takes no NUL, and no id holds one.
    if (id.includes('\0')) throw notFound(resourceOf(name), id);
  }
  return { params, query, body };
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
