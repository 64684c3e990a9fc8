import type { IncomingMessage } from 'node:http';
import readBody from 'raw-body';
import type * as z from 'zod';
import { invalidRequest, type Refusal } from '../core/errors.js';

const MAX_ISSUES = 3;
/** NUL, or half of a surrogate pair. */
const UNKEEPABLE = /[\0\p{Surrogate}]/u;

/** The place of an input in a request, as error messages name it. */
type InputPlace = 'query parameter' | 'field';

/**
 * Parses an input. Throws `invalid_request` with one sentence per error, which says what is wrong and what is
 * allowed.
 */
export function parseInput<Schema extends z.ZodObject>(
  schema: Schema,
  input: unknown,
  place: InputPlace,
): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: expectation });
  if (parsed.success) return parsed.data;
  throw refusal(parsed.error, schema, place);
}

function refusal(error: z.ZodError, schema: z.ZodObject, place: InputPlace): Refusal {
  const sentences = error.issues.slice(0, MAX_ISSUES).map((issue) => {
    if (issue.code === 'unrecognized_keys') return unknownKeys(issue.keys, schema, place);
    if (issue.path.length > 0) return `${issue.path.join('.')} ${issue.message}.`;
    return issue.code === 'invalid_type' ? 'The body must be a JSON object.' : issue.message;
  });
  return invalidRequest(sentences.join(' '));
}

function unknownKeys(keys: readonly string[], schema: z.ZodObject, place: InputPlace): string {
  const names = keys.slice(0, MAX_ISSUES).map((key) => JSON.stringify(key.slice(0, 60)));
  const known = Object.keys(schema.shape);
  return `Unknown ${place} ${names.join(', ')}. Allowed: ${known.join(', ') || 'none'}.`;
}

/** The expected value, as a phrase that follows the field's name. A schema's own message takes precedence. */
function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${article(issue.expected)}`;
    case 'invalid_value':
      return issue.input === undefined
        ? `is required: one of ${issue.values.join(', ')}`
        : `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return 'must not be empty';
    default:
      return 'has the wrong form';
  }
}

const article = (type: string): string =>
  ({ int: 'an integer', object: 'an object', array: 'a list' })[type] ?? `a ${type}`;

/** Throws `invalid_request` for text that the database cannot store unchanged. */
export function checkText(body: Record<string, unknown>): void {
  for (const [field, value] of Object.entries(body)) {
    if (typeof value === 'string' && UNKEEPABLE.test(value)) {
      throw invalidRequest(
        `${field} must not contain a NUL character or half of a surrogate pair.`,
      );
    }
  }
}

/** Larger bodies are refused (docs/reference.md, Errors, keys, limits). */
const MAX_BODY_BYTES = 100_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the JSON body of a request, or undefined if it has none. Throws `invalid_request` for another content
 * type or text that is not JSON, and the error of `raw-body` for a body that is too large. (`@koa/bodyparser` would
 * accept invalid UTF-8, decompress bodies, and treat other content types as an empty body.)
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return undefined;
  checkContentType(request);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw invalidRequest('The body must be JSON in UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest('The body must be valid JSON.');
  }
}

/** Returns the body as sent. Throws the error of `raw-body` for a body that is too large. */
export const readBytes = (request: IncomingMessage): Promise<Buffer> =>
  readBody(request, {
    length: request.headers['content-length'] ?? null,
    limit: MAX_BODY_BYTES,
  });

function checkContentType({ headers }: IncomingMessage): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  const fits =
    type.trim() === 'application/json' && (!charset || /^charset="?utf-8"?$/.test(charset));
  if (!fits) throw invalidRequest('Content-Type must be application/json (UTF-8).');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw invalidRequest('Content-Encoding must be absent or identity.');
  }
}
