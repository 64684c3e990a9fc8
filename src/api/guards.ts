import { invalidRequest, notFound, Refusal } from '../core/errors.js';
import type { Endpoint, Guard } from './endpoint.js';
import { checkText, parseInput, readJsonBody } from './input.js';

/** Parses a query string. Throws `invalid_request` for a repeated parameter or invalid encoding. */
function parseQueryString(text: string): Record<string, string> {
  const parameters = new Map<string, string>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(plus(equals < 0 ? part : part.slice(0, equals)));
    if (parameters.has(name)) {
      throw invalidRequest(
        `The query parameter ${JSON.stringify(name.slice(0, 60))} is repeated; it is allowed once.`,
      );
    }
    parameters.set(name, equals < 0 ? '' : decode(plus(part.slice(equals + 1))));
  }
  return Object.fromEntries(parameters);
}

const plus = (text: string): string => text.replaceAll('+', ' ');

/** Throws `invalid_request` for percent-encoding that is not UTF-8. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidRequest(`${JSON.stringify(text.slice(0, 60))} is not valid percent-encoding.`);
  }
}

/** Refuses with 401 without a valid key. */
export const authenticate: Guard = async ({ req, state, services }, next) => {
  state.key = await services.authenticator.authenticate(req.headers.authorization, state.now);
  await next();
};

/** Refuses with 429 a key that has used up its requests of this minute. */
export const rateLimit: Guard = async ({ state, services }, next) => {
  await services.limiter.use(state.key, 'general', state.now);
  await next();
};

/** Refuses with 429 a key that has used up its questions of this minute. */
export const askLimit: Guard = async ({ state, services }, next) => {
  await services.limiter.use(state.key, 'ask', state.now);
  await next();
};

/** Refuses with 403 a read-only key. */
export const mayWrite: Guard = async ({ state }, next) => {
  if (state.key.scope !== 'write') throw readOnly(state.endpoint.summary);
  await next();
};

export const readOnly = (what: string): Refusal =>
  new Refusal('forbidden', `This key has the scope "read", and "${what}" needs the scope "write".`);

/** Refuses with 400 a path, query or body that the endpoint's schemas reject. */
export const parse: Guard = async (ctx, next) => {
  const { endpoint } = ctx.state;
  const params = pathParameters(endpoint, ctx.captures);
  const query = parseQuery(endpoint, ctx.querystring);
  const body =
    endpoint.method === 'post' ? parseBody(endpoint, await readJsonBody(ctx.req)) : undefined;
  checkIds(params);
  ctx.state.input = { params, query, body };
  await next();
};

/** Uses the segments as sent: the router would accept invalid encoding. */
function pathParameters({ params }: Endpoint, segments: readonly string[] = []) {
  const names = Object.keys(params?.shape ?? {});
  return Object.fromEntries(names.map((name, at) => [name, decode(segments[at] ?? '')]));
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

/** Postgres rejects NUL, and no id contains one. */
function checkIds(params: Record<string, string>): void {
  for (const [name, id] of Object.entries(params)) {
    if (id.includes('\0')) throw notFound(resourceOf(name), id);
  }
}

/** `researchGapId` → `research gap` */
const resourceOf = (parameter: string): string =>
  parameter.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
