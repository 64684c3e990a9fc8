import type { z } from 'zod';
import { invalidRequest } from '../../core/errors.js';
import { SnapshotLine } from './lines.js';

/** Fields that the service computes itself, by resource. A file that contains one is refused. */
const DERIVED = new Set([
  'stage',
  'trajectory',
  'confidence',
  'confidenceBand',
  'participantCount',
  'studyCount',
  'quoteCount',
  'actionable',
  'freshness',
  'strength',
  'recommendedNextStep',
  'lastUpdated',
  'lifecycleState',
  'evidenceCount',
  'themeCount',
  'postShipReceipt',
]);

/** Unit of a limit, by the type that it applies to. */
const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };

/** The text after "expected" if a schema does not provide it; undefined leaves it to zod. */
function expectation(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'too_big') return `at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
  if (issue.code === 'too_small') return `at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
  return undefined;
}

function shown(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value) ?? 'nothing';
  } catch {
    return 'a value nested too deeply'; // nested beyond the stack's limit, far deeper than any allowed value
  }
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

const at = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown>)?.[key], value);

/** Lists the fields of a line's resource. */
function allowedIn(line: unknown): string {
  const resource = at(line, ['resource']);
  const shape = SnapshotLine.options.find((one) => one.shape.resource.value === resource)?.shape;
  return shape ? `, allowed are ${Object.keys(shape).join(', ')}` : '';
}

function explain(issue: z.core.$ZodIssue, value: unknown): string {
  const field = issue.path.map(String).join('.');
  const got = shown(at(value, issue.path));
  switch (issue.code) {
    case 'unrecognized_keys': {
      const key = issue.keys[0] ?? '';
      const name = [...issue.path, key].map(String).join('.');
      return DERIVED.has(key)
        ? `${name}: the service computes it, so a snapshot cannot state it`
        : `${name}: no such field here${issue.path.length === 0 ? allowedIn(value) : ''}`;
    }
    case 'invalid_value':
      return `${field}: expected one of ${issue.values.map(String).join(', ')}, got ${got}`;
    case 'invalid_union':
      return `resource: expected one of ${SnapshotLine.options.map((option) => option.shape.resource.value).join(', ')}, got ${shown(at(value, ['resource']))}`;
    case 'invalid_type':
      return got === 'nothing'
        ? `${field}: expected ${issue.expected}, but it is missing`
        : `${field}: expected ${issue.expected}, got ${got}`;
    default:
      return `${field}: expected ${issue.message}, got ${got}`;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses one line of a snapshot. Throws `invalid_request` naming the line, the field and what was
 * expected.
 */
export function parseLine(text: string, lineNumber: number): SnapshotLine {
  const value = parseJson(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw invalidRequest(`line ${lineNumber}: expected one JSON object, got ${shown(text)}`);
  }
  const parsed = SnapshotLine.safeParse(value, { error: expectation });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0] as z.core.$ZodIssue;
  throw invalidRequest(`line ${lineNumber}: ${explain(issue, value)}`);
}

/** Far longer than the longest interview. A longer line is not a snapshot, and must not fill the memory. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Yields the lines of a UTF-8 byte stream that arrives in chunks of any size; tolerates a byte order mark and CRLF.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let lineNumber = 0;

  const decode = (parts: Uint8Array[]): string => {
    lineNumber++;
    try {
      return decoder.decode(Buffer.concat(parts)).replace(/\r$/, '');
    } catch {
      throw invalidRequest(`line ${lineNumber}: expected UTF-8 text`);
    }
  };

  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield decode([...pending, chunk.subarray(start, end)]);
      pending = [];
      pendingBytes = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      pending.push(chunk.subarray(start));
      pendingBytes += chunk.length - start;
      if (pendingBytes > MAX_LINE_BYTES) {
        throw invalidRequest(`line ${lineNumber + 1}: expected at most 64 MiB in one line`);
      }
    }
  }
  if (pending.length) yield decode(pending);
}
