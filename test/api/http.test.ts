import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErrorBody } from '../../src/api/endpoints/fields.js';
import { startApi, type TestApi } from '../support/api.js';
import { useDatabase } from '../support/database.js';
import { smallTeam } from '../support/snapshot.js';

const database = useDatabase();
let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi(database, { corsOrigins: ['https://tool.example'] });
  ({ key } = await api.team(smallTeam()));
});
afterAll(() => api.close());

/** Sends bytes as they are and gives what comes back. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname, () => socket.end(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

describe('reads', () => {
  it('carry an ETag, and are not sent again to a client that has them', async () => {
    const reply = await api.get('/v1/signals', key);
    const etag = reply.headers.get('ETag') as string;
    expect(etag).toMatch(/^W\/"/);
    const headers = { 'If-None-Match': etag };
    const again = await api.call('GET', '/v1/signals', { key, headers });
    expect([again.status, again.body]).toEqual([304, undefined]);
    const changed = await api.call('GET', '/v1/signals?limit=1', { key, headers });
    expect(changed.status).toBe(200);
    const unauthenticated = await api.call('GET', '/v1/signals', { headers });
    expect(unauthenticated.status).toBe(401);
  });

  it('of a packet whose evidence is old keep their ETag, though its confidence falls with age', async () => {
    const { headers } = await api.get('/v1/signals/sg1', key);
    const etag = { 'If-None-Match': headers.get('ETag') as string };
    await new Promise((resolve) => setTimeout(resolve, 20));
    const again = await api.call('GET', '/v1/signals/sg1', { key, headers: etag });
    expect(again.status).toBe(304);
  });

  it('answer HEAD with the headers of GET and no body', async () => {
    const get = await api.get('/v1/signals', key);
    const head = await api.call('HEAD', '/v1/signals', { key });
    expect([head.status, head.body]).toEqual([200, undefined]);
    expect(head.headers.get('ETag')).toBe(get.headers.get('ETag'));
    expect((await api.call('HEAD', '/v1/signals')).status).toBe(401);
  });

  it('are compressed when long enough and asked for', async () => {
    const asked = (path: string, encoding: string) =>
      api.call('GET', path, { key, headers: { 'Accept-Encoding': encoding } });
    const packet = '/v1/recommendations/r1/work-packet';
    const plain = await asked(packet, 'identity');
    expect(plain.headers.get('Content-Encoding')).toBe(null);
    expect(plain.headers.get('Vary')).toContain('Accept-Encoding');
    for (const encoding of ['gzip', 'br']) {
      const reply = await asked(packet, encoding);
      expect(reply.headers.get('Content-Encoding')).toBe(encoding);
      expect(reply.body).toEqual(plain.body);
    }
    expect((await asked('/v1/studies?limit=1', 'gzip')).headers.get('Content-Encoding')).toBe(null);
  });

  it('are sent plain to a client that allows neither br nor gzip nor plain', async () => {
    for (const encoding of ['identity;q=0', '*;q=0', 'deflate, identity;q=0']) {
      const headers = { 'Accept-Encoding': encoding };
      for (const path of ['/v1/recommendations/r1/work-packet', '/openapi.json', '/metrics']) {
        const reply = await api.call('GET', path, { key, headers });
        expect([path, reply.status, reply.headers.get('Content-Encoding')]).toEqual([
          path,
          200,
          null,
        ]);
      }
    }
  });

  it('are private to their key', async () => {
    const reply = await api.get('/v1/signals', key);
    expect(reply.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(reply.headers.get('Vary')).toContain('Authorization');
    expect(reply.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });
});

describe('errors', () => {
  it('tell of an unknown path in the error shape, with and without a key', async () => {
    for (const path of [
      '/v1',
      '/v1/',
      '/v1/signal',
      '/v1/signals/',
      '/v2/signals',
      '/nope',
      '//',
    ]) {
      for (const given of [undefined, key]) {
        const reply = await api.call('GET', path, { key: given });
        expect([path, reply.status]).toEqual([path, 404]);
        expect(ErrorBody.parse(reply.body).error.code).toBe('not_found');
      }
    }
  });

  it('refuse a body over 100 kB with 413, announced or not', async () => {
    const question = 'x'.repeat(100_001);
    const announced = await api.post('/v1/ask', key, { question });
    expect(announced.status).toBe(413);
    expect(ErrorBody.parse(announced.body).error.code).toBe('invalid_request');
    const chunk = `${(8192).toString(16)}\r\n${'x'.repeat(8192)}\r\n`;
    const streamed = await raw(
      `POST /v1/ask HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(14)}0\r\n\r\n`,
    );
    expect(streamed).toMatch(/^HTTP\/1\.1 413 /);
    expect(streamed).toContain('"invalid_request"');
  });

  it('take a body of just 100 kB for what it says', async () => {
    const padding = ' '.repeat(100_000 - 40);
    const reply = await api.post('/v1/ask', key, `{"question":"Why?"}${padding}`);
    expect(reply.status).toBe(200);
  });

  it('refuse what is no HTTP in the error shape', async () => {
    for (const text of [
      'NONSENSE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET /v1 x HTTP/1.1\r\n\r\n',
    ]) {
      const answer = await raw(text);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(ErrorBody.parse(JSON.parse(answer.split('\r\n\r\n')[1] as string))).toBeTruthy();
    }
    const long = await raw(
      `GET /v1/signals HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    );
    expect(long).toMatch(/^HTTP\/1\.1 431 /);
    expect(long).toContain('"invalid_request"');
  });

  it('refuse broken percent-encoding in a path after the key and before anything is looked up', async () => {
    expect((await api.call('GET', '/v1/signals/%E0%A4%A')).status).toBe(401);
    const reply = await api.get('/v1/signals/%E0%A4%A', key);
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toContain('percent-encoding');
  });

  it('show neither stack, query nor value when something breaks, only where to look', async () => {
    const broken = await startApi(database, {
      ask: async () => {
        throw new Error('select secret from vault');
      },
    });
    const reply = await broken.post('/v1/ask', key, { question: 'Why?' });
    const requestId = reply.headers.get('X-Request-Id') as string;
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({
      error: { code: 'internal', message: `Something went wrong here. Request id: ${requestId}.` },
    });
    await broken.close();
  });

  it('never let out an answer that breaks its contract', async () => {
    const broken = await startApi(database, {
      ask: async () => ({
        answer: 'x',
        citations: [{ ref: 'SIG-1', signalId: 7 as unknown as string, evidenceIds: [] }],
        searchedAt: new Date(),
      }),
    });
    expect((await broken.post('/v1/ask', key, { question: 'Why?' })).status).toBe(500);
    await broken.close();
  });

  it.each([
    ['57014', 'takes too long'],
    ['55P03', 'takes too long'],
    ['53300', 'cannot be reached'],
    ['53100', 'disk of the database is full'],
  ])('say to come again where the database says %s', async (code, words) => {
    const failing = `do $$ begin raise 'no' using errcode = '${code}'; end $$`;
    const broken = await startApi(database, { ask: () => database.dataSource.query(failing) });
    const reply = await broken.post('/v1/ask', key, { question: 'Why?' });
    expect([reply.status, reply.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(reply.body.error.message).toContain(words);
    await broken.close();
  });

  it('give up on a request that takes too long', async () => {
    const slow = await startApi(database, { deadlineMs: 50, ask: () => new Promise(() => {}) });
    const reply = await slow.post('/v1/ask', key, { question: 'Why?' });
    expect(reply.status).toBe(503);
    expect(ErrorBody.parse(reply.body).error.code).toBe('internal');
    await slow.close();
  });
});

describe('pages of other origins', () => {
  it('may call the API where they are listed, and nowhere else', async () => {
    const asked = (origin: string) =>
      api.call('GET', '/v1/signals', { key, headers: { Origin: origin } });
    const listed = await asked('https://tool.example');
    expect(listed.headers.get('Access-Control-Allow-Origin')).toBe('https://tool.example');
    const other = await asked('https://evil.example');
    expect(other.headers.get('Access-Control-Allow-Origin')).toBe(null);
    const preflight = await api.call('OPTIONS', '/v1/ask', {
      headers: { Origin: 'https://tool.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
  });

  it('may not unless someone lists them', async () => {
    const closed = await startApi(database);
    const reply = await closed.call('GET', '/v1/signals', {
      key,
      headers: { Origin: 'https://a.example' },
    });
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBe(null);
    await closed.close();
  });
});

describe('paths outside /v1', () => {
  it('tell that the process lives and whether it is ready', async () => {
    expect((await api.call('GET', '/healthz')).body).toEqual({ ok: true });
    expect((await api.call('GET', '/readyz')).status).toBe(200);
    const parts = { database: { ok: false, detail: 'the database cannot be reached' } };
    const down = await startApi(database, { ready: async () => ({ ok: false, parts }) });
    const reply = await down.call('GET', '/readyz');
    expect([reply.status, reply.body.parts]).toEqual([503, parts]);
    await down.close();
  });

  it('count requests by route and status, never by path', async () => {
    await api.get('/v1/signals/sg1', key);
    await api.get('/v1/signals/none', key);
    const { body } = await api.call('GET', '/metrics');
    expect(body).toMatch(
      /duration_seconds_count\{method="GET",route="\/v1\/signals\/\{signalId\}",status="200"\} \d/,
    );
    expect(body).toMatch(/route="\/v1\/signals\/\{signalId\}",status="404"/);
    expect(body).not.toContain('sg1');
  });

  it('lead from the root to everything else', async () => {
    const { body } = await api.call('GET', '/');
    expect(body).toMatchObject({ docs: 'http://localhost:3000/docs' });
  });
});

describe('an answer in ask', () => {
  it('refuses an empty or too long question', async () => {
    for (const question of ['', '  ', 'x'.repeat(2001)]) {
      expect((await api.post('/v1/ask', key, { question })).status).toBe(400);
    }
    expect((await api.post('/v1/ask', key, { question: 'x'.repeat(2000) })).status).toBe(200);
  });

  it('is the answer, its citations and when it was looked for', async () => {
    const searchedAt = new Date();
    const citations = [{ ref: 'SIG-1', signalId: 's', evidenceIds: ['e'] }];
    const asking = await startApi(database, {
      ask: async (_, question) => ({ answer: `You asked: ${question}`, citations, searchedAt }),
    });
    const reply = await asking.post('/v1/ask', key, { question: 'Why?' });
    expect(reply.body.data).toEqual({
      answer: 'You asked: Why?',
      citations,
      searchedAt: searchedAt.getTime(),
    });
    await asking.close();
  });
});
