import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDataSource } from '../../db/data-source.js';
import { SystemDatabase } from '../../db/system-database.js';
import { ErrorBody } from '../../src/api/endpoints/fields.js';
import { createHttpServer } from '../../src/api/server.js';
import { listen } from '../../src/server/http-server.js';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { smallTeam } from '../support/snapshot.js';

const database = useDatabase();
const logged: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => logged.push(line) });
let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi(database, {
    log,
    before: [
      (ctx, next) => {
        if (ctx.path === '/thrown/403') ctx.throw(403, 'This page may not do that.');
        if (ctx.path === '/thrown/404') ctx.throw(404, 'There is no such file.');
        return next();
      },
    ],
  });
  ({ key } = await api.team(smallTeam()));
});
afterAll(() => api.close());

interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

/** Sends bytes as they are to `url` and gives what comes back until the connection ends. */
const raw = (text: string, url = api.url): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => {
      const [head = '', ...rest] = answer.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') });
    });
    socket.on('error', reject);
  });

function expectErrorShape({ head, body }: RawAnswer): void {
  expect(head).toMatch(/\r\nX-Request-Id: [\w.-]{1,128}(\r\n|$)/i);
  expect(() => ErrorBody.parse(JSON.parse(body))).not.toThrow();
}

describe('a request target in absolute form', () => {
  it('is served as its path is', async () => {
    for (const target of ['http://any.example/v1/signals?limit=1', 'HTTP://x:80/healthz']) {
      const answer = await raw(
        `GET ${target} HTTP/1.1\r\nHost: any.example\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`,
      );
      expect([target, answer.status]).toEqual([target, 200]);
    }
    const root = await raw(
      'GET http://any.example?x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(root.body).toContain('"Belief Layer"');
  });
});

describe('what breaks HTTP is answered with a request id and the error shape', () => {
  it.each([
    ['no HTTP at all', 'NONSENSE\r\n\r\n', 400],
    ['too long a header', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'an expectation',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
      417,
    ],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ])('%s', async (_, text, status) => {
    const answer = await raw(text);
    expect(answer.status).toBe(status);
    expectErrorShape(answer);
  });

  it('HTTP/1.0 needs no Host, and a body may be announced with 100-continue', async () => {
    expect((await raw('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
    const body = '{"question":"Why?"}';
    const continued = await raw(
      `POST /v1/ask HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\n` +
        `Authorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(continued.head + continued.body).toMatch(/^HTTP\/1\.1 100 [\s\S]*HTTP\/1\.1 200 /);
  });

  it('a service that still starts, which its log says once and not as an error', async () => {
    const lines: string[] = [];
    const server = await listen(
      { port: 0, host: '127.0.0.1', variable: 'PORT' },
      pino({}, { write: (line) => lines.push(line) }),
    );
    await fetch(`http://127.0.0.1:${server.port}/healthz`);
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/signals`);
    expect(lines).toEqual([expect.stringContaining('"level":30,')]);
    expect(lines[0]).not.toContain('stack');
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(ErrorBody.parse(await response.json()).error.code).toBe('internal');
    await server.stop(0);
  });

  it('a body that comes too slowly, as soon as its time is over', async () => {
    const slowest = { headersTimeout: 300, requestTimeout: 400 };
    const server = createHttpServer((request) => request.resume(), slowest);
    const url = await listening(server);
    const began = performance.now();
    const answer = await raw('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{', url);
    expect(answer.status).toBe(408);
    expectErrorShape(answer);
    expect(performance.now() - began).toBeLessThan(3_000);
    server.close();
  });
});

describe('a path outside /v1', () => {
  it.each(['/healthz', '/readyz', '/metrics', '/', '/docs', '/openapi.json'])(
    '%s reports its allowed methods',
    async (path) => {
      const reply = await api.call('PUT', path);
      expect([reply.status, reply.headers.get('Allow')]).toEqual([405, 'HEAD, GET, OPTIONS']);
      expect(ErrorBody.parse(reply.body).error.message).toContain('PUT');
    },
  );
});

describe('what Koa throws', () => {
  it.each([
    [403, 'forbidden', 'This page may not do that.'],
    [404, 'not_found', 'There is no such file.'],
  ])('is a %s, and nothing that failed', async (status, code, message) => {
    logged.length = 0;
    const reply = await api.call('GET', `/thrown/${status}`);
    expect([reply.status, reply.body.error]).toEqual([status, { code, message }]);
    expect(logged).toEqual([]);
  });
});

describe('a client that hangs up in the middle of its body', () => {
  it('is neither an error of ours nor an outage', async () => {
    logged.length = 0;
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /v1/ask HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"question"',
    );
    await sleep(200);
    socket.destroy();
    await vi.waitFor(async () => {
      const { body } = await api.call('GET', '/metrics');
      expect(body).toMatch(/route="\/v1\/ask",status="499"/);
      expect(body).not.toMatch(/route="\/v1\/ask",status="5/);
    });
    expect(logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

describe('a request that found no free connection to the database', () => {
  it('is told so, and not that the database is gone', { timeout: 20_000 }, async () => {
    const dataSource = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
    const system = new SystemDatabase(dataSource);
    const busy = await startApi({ ...database, dataSource, system });
    const held = await dataSource.createQueryRunner();
    await held.connect();
    const reply = await busy.get('/v1/signals', key);
    expect([reply.status, reply.body.error.code]).toEqual([503, 'internal']);
    expect(reply.body.error.message).toContain('waiting for the database');
    await held.release();
    expect((await busy.get('/v1/signals', key)).status).toBe(200);
    await busy.close();
    await dataSource.destroy();
  });
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
