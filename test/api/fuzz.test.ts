import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/api/endpoint.js';
import { ErrorBody } from '../../src/api/endpoints/fields.js';
import { endpoints } from '../../src/api/endpoints/index.js';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { smallTeam } from '../support/snapshot.js';

const database = useDatabase();
let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi(database);
  ({ key } = await api.team(smallTeam()));
});
afterAll(() => api.close());

const odd = fc.constantFrom(
  '',
  '.',
  '..',
  '%',
  '%00',
  '%2e%2e%2f',
  '%ff',
  '%ED%A0%80',
  '%C0%80',
  '%F0%9F%98%80',
  '%0d%0aX-Evil:1',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  "'; drop table signals; --",
  '#{7*7}',
  '{{7*7}}',
  '<script>',
  'sg1',
  'r1',
  'a'.repeat(3000),
  ','.repeat(60),
  ' ',
  '\u0001',
);
const text = fc.oneof(
  odd,
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc.string({ maxLength: 40 }),
);
/** Text allowed in a request line: no spaces, control characters or line ends. */
const onTheWire = (value: string) =>
  [...value]
    .map((one) => (/[\x21-\x7e]/.test(one) ? one : encodeLoosely(one)))
    .join('')
    .replaceAll('#', '%23')
    .replaceAll('\\', '%5C');
const encodeLoosely = (one: string) =>
  /\p{Surrogate}/u.test(one) ? '%ED%A0%80' : encodeURIComponent(one);

const endpoint = fc.constantFrom(...endpoints);
const json: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e300, [], {}, [[]], 'accepted', 'http://[', 'https://x'),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Something that looks like the endpoint's body, with parts replaced. */
const bodyOf = ({ body }: Endpoint) => {
  const names = Object.keys(body?.shape ?? {});
  const loose = fc.dictionary(
    fc.oneof(fc.constantFrom('note', '__proto__', 'x', ...names), text),
    json,
  );
  return fc.oneof(
    { weight: 4, arbitrary: loose.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: json.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: fc.constant('['.repeat(50_000)) },
  );
};

interface FuzzedRequest {
  endpoint: Endpoint;
  ids: string[];
  query: [name: string, value: string][];
  body: string | undefined;
  type: string;
  /** With an id that exists. */
  tuned: boolean;
}
const known: Record<string, string> = {
  signalId: 'sg1',
  studyId: 'st1',
  researchGapId: 'g1',
  recommendationId: 'r1',
  actionCardId: 'c1',
};

const request: fc.Arbitrary<FuzzedRequest> = endpoint.chain((one) =>
  fc.record({
    endpoint: fc.constant(one),
    ids: fc.array(text, { minLength: 1, maxLength: 1 }),
    query: fc.array(
      fc.tuple(
        fc.oneof(fc.constantFrom(...Object.keys(one.query?.shape ?? { limit: 0 })), text),
        text,
      ),
      { maxLength: 4, size: 'xsmall' },
    ),
    body: fc.option(bodyOf(one), { nil: undefined }),
    type: fc.oneof(
      { weight: 8, arbitrary: fc.constant('application/json') },
      fc.constantFrom('application/json; charset=latin1', 'text/plain', ''),
    ),
    tuned: fc.boolean(),
  }),
);

const pathOf = ({ endpoint: one, ids: [id = ''], query, tuned }: FuzzedRequest): string => {
  const loose = onTheWire(id).replaceAll('/', '%2F').replaceAll('?', '%3F') || '%20';
  const path = one.path.replace(/\{(\w+)\}/, (_, name: string) =>
    tuned ? (known[name] as string) : loose,
  );
  const search = query.map(([name, value]) => `${onTheWire(name)}=${onTheWire(value)}`).join('&');
  return search ? `${path}?${search}` : path;
};

/** A request as bytes, because a polite client would repair half of these. */
const send = (head: string, body = ''): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname, () => socket.write(head + body));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => {
      const [headers = '', ...rest] = answer.split('\r\n\r\n');
      resolve({ status: Number(headers.split(' ')[1]), body: rest.join('\r\n\r\n') });
    });
    socket.on('error', reject);
  });

const call = (method: string, path: string, type: string, body: string | undefined) =>
  send(
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n` +
      (type ? `Content-Type: ${type}\r\n` : '') +
      (body === undefined ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`) +
      '\r\n',
    body,
  );

/** Processor time of the work, which other processes on the machine do not affect. */
const SLOW_MICROS = 5_000_000;

function check({ status, body }: { status: number; body: string }): void {
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  if (status === 200) return;
  const { error } = ErrorBody.parse(JSON.parse(body));
  expect(error.message.length).toBeGreaterThan(10);
  expect(error.message.length).toBeLessThan(1000);
}

describe('whatever is sent', () => {
  it('gets a prompt answer that is no 500 and, where it is refused, has the error shape', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(request, async (one) => {
        const method = one.endpoint.method.toUpperCase();
        const before = process.cpuUsage();
        check(await call(method, pathOf(one), one.type, method === 'POST' ? one.body : undefined));
        expect(process.cpuUsage(before).user).toBeLessThan(SLOW_MICROS);
      }),
      { numRuns: 2000 },
    );
  });

  it('gets no 500 for headers that make no sense', { timeout: 60_000 }, async () => {
    const name = fc.constantFrom(
      'Authorization',
      'Accept-Encoding',
      'If-None-Match',
      'X-Request-Id',
      'Content-Type',
      'Content-Encoding',
      'Origin',
      'Accept',
      'Cookie',
      'Range',
      'Expect',
      'X-Forwarded-For',
    );
    const value = text.map((one) => one.replace(/[^\x20-\x7e]/g, '?'));
    await fc.assert(
      fc.asyncProperty(
        endpoint,
        fc.array(fc.tuple(name, value), { maxLength: 4 }),
        async (one, headers) => {
          const lines = headers.map(([header, given]) => `${header}: ${given}\r\n`).join('');
          const path = one.path.replace(/\{(\w+)\}/, (_, id: string) => known[id] as string);
          const reply = await send(
            `${one.method.toUpperCase()} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
              `Authorization: Bearer ${key}\r\nContent-Length: 0\r\n${lines}\r\n`,
          );
          if (reply.status !== 417 && reply.status !== 304) check(reply);
        },
      ),
      { numRuns: 600 },
    );
  });
});
