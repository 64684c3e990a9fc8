import * as z from 'zod';
import {
  createDocument,
  type ZodOpenApiHeadersObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverrideContext,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { Endpoint } from './endpoint.js';
import { ErrorBody } from './endpoints/fields.js';
import { endpoints } from './endpoints/index.js';

export const VERSION = '1.0.0';

const responses = {
  400: ['BadRequest', 'The request is wrong; the message names the field and what is allowed.'],
  401: ['Unauthenticated', 'The API key is missing, unknown, revoked or expired.'],
  403: ['Forbidden', 'The key may not do this: a write with a `read` key.'],
  404: ['NotFound', 'The team has nothing with this id.'],
  405: ['MethodNotAllowed', 'The path does not take this method; `Allow` names those it takes.'],
  409: ['Conflict', 'Not possible in the current state; nothing has changed.'],
  413: ['BodyTooLarge', 'The body has more than 100 kB.'],
  429: ['RateLimited', 'Too many requests this minute; `retryAfterMs` says when to try again.'],
  500: ['InternalError', 'Something went wrong here; the message names the request id.'],
  503: [
    'Unavailable',
    'The service is starting, or its database cannot serve the request now; try again after `Retry-After` seconds.',
  ],
} as const;
type ErrorStatus = keyof typeof responses;

const exampleMessages: Record<ErrorStatus, z.infer<typeof ErrorBody>['error']> = {
  400: { code: 'invalid_request', message: 'limit must be an integer from 1 to 50.' },
  401: { code: 'unauthenticated', message: 'The API key is unknown or revoked.' },
  403: { code: 'forbidden', message: 'This key has the scope "read".' },
  404: { code: 'not_found', message: 'There is no signal with the id "sig-1".' },
  405: {
    code: 'invalid_request',
    message: '/v1/signals does not take PUT. Allowed: HEAD, GET, OPTIONS.',
  },
  409: { code: 'invalid_transition', message: 'A dismissed recommendation cannot be shipped.' },
  413: { code: 'invalid_request', message: 'The body must have at most 100 kB.' },
  429: { code: 'rate_limited', message: 'Try again in 12 s.', retryAfterMs: 11_840 },
  500: { code: 'internal', message: 'Something went wrong here. Request id: 4f1c.' },
  503: { code: 'internal', message: 'The service is starting. Try again shortly.' },
};

const tags = {
  Signals: 'Beliefs that span studies.',
  Studies: 'Research efforts, their readouts and interviews.',
  Evidence: 'The attributed quotes under every claim.',
  'Research gaps': 'Weaknesses of beliefs, as open questions.',
  Recommendations: 'What to do, what was decided and what became of it.',
  'Action cards': 'The team’s inbox.',
  Ask: 'One question, one answer with citations.',
};

const requestId = {
  'X-Request-Id': {
    description: 'Identifies the request in the service’s log. A valid id that you send is used.',
    schema: { type: 'string' as const },
  },
};

const etag = {
  ETag: {
    description: 'Identifies this response; send it back as `If-None-Match`.',
    schema: { type: 'string' as const },
  },
};

const IfNoneMatch = z.object({
  'If-None-Match': z
    .string()
    .optional()
    .meta({ description: 'The `ETag` of an earlier response: 304 if nothing has changed.' }),
});

const notModified = {
  description: 'Not modified since the `If-None-Match` version; no body.',
  headers: { ...requestId, ...etag },
};

const retryAfter = {
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer' as const },
  },
};

/** Headers of an error besides its request id. */
const headersOf: { [Status in ErrorStatus]?: ZodOpenApiHeadersObject } = {
  401: { 'WWW-Authenticate': { description: '`Bearer`', schema: { type: 'string' } } },
  405: { Allow: { description: 'The methods of the path.', schema: { type: 'string' } } },
  429: retryAfter,
  503: retryAfter,
};

/** The OpenAPI 3.1 document, generated from the schemas that parse requests and responses. */
export const openapiDocument = () =>
  createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Belief Layer Research API',
        version: VERSION,
        description:
          'Read and act on one team’s user-research knowledge: signals, studies, evidence, gaps, recommendations and action cards. Every timestamp is an integer in epoch milliseconds.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'The service that serves this document.' }],
      security: [{ apiKey: [] }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      paths: paths(),
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key (`bl_…`), made with `npm run cli -- key create`.',
          },
        },
        responses: { NotModified: notModified, ...errorComponents() },
      },
    },
    { override: withoutSafeIntegerBounds },
  );

/** Removes the bounds of safe integers, which are of no use to a reader. */
function withoutSafeIntegerBounds({ jsonSchema }: ZodOpenApiOverrideContext): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

function paths(): ZodOpenApiPathsObject {
  const found: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    found[endpoint.path] = { ...found[endpoint.path], [endpoint.method]: operation(endpoint) };
  }
  return found;
}

const operation = (endpoint: Endpoint): ZodOpenApiOperationObject => ({
  operationId: endpoint.id,
  tags: [endpoint.tag],
  summary: endpoint.summary,
  ...(endpoint.description && { description: endpoint.description }),
  requestParams: {
    ...(endpoint.params && { path: endpoint.params }),
    ...(endpoint.query && { query: endpoint.query }),
    ...(endpoint.method === 'get' && { header: IfNoneMatch }),
  },
  ...(endpoint.body && {
    requestBody: { required: true, content: { 'application/json': { schema: endpoint.body } } },
  }),
  responses: {
    '200': {
      description: 'Success',
      headers: { ...requestId, ...(endpoint.method === 'get' && etag) },
      content: { 'application/json': { schema: endpoint.response, example: endpoint.example } },
    },
    ...(endpoint.method === 'get' && { '304': { $ref: '#/components/responses/NotModified' } }),
    ...errorsOf(endpoint),
  },
});

function errorsOf({ errors, method }: Endpoint): ZodOpenApiResponsesObject {
  const ofBodies = method === 'post' ? ([413] as const) : [];
  const statuses = [400, 401, 403, ...errors, 405, ...ofBodies, 429, 500, 503] as const;
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { $ref: `#/components/responses/${responses[status][0]}` },
    ]),
  ) as ZodOpenApiResponsesObject;
}

const errorComponents = () =>
  Object.fromEntries(
    Object.entries(responses).map(([status, [name, description]]) => [
      name,
      {
        description,
        headers: { ...requestId, ...headersOf[Number(status) as ErrorStatus] },
        content: {
          'application/json': {
            schema: ErrorBody,
            example: { error: exampleMessages[Number(status) as ErrorStatus] },
          },
        },
      },
    ]),
  );

/** The text of the committed `openapi.json`. */
export const openapiText = (): string => `${JSON.stringify(openapiDocument(), null, 2)}\n`;
