import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey } from '../../src/core/keys.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { addressOf, useFolder, useService } from '../start/support.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const database = useDatabase();
const start = useService(useFolder());
const spans: Span[] = [];

/** An OpenTelemetry collector, and a model whose server fails. */
const elsewhere = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text) => {
    body += text;
  });
  request.on('end', () => {
    if (request.url === '/v1/traces') {
      for (const { scopeSpans } of JSON.parse(body).resourceSpans) {
        for (const { spans: sent } of scopeSpans) spans.push(...sent);
      }
      response.end('{}');
    } else response.writeHead(503).end();
  });
});
let address: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', () => resolve()));
  address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => elsewhere.close(resolve)));

it("a request's trace holds its statements and its outgoing calls and goes on the caller's; /metrics counts them", {
  timeout: 120_000,
}, async () => {
  const teamId = await database.createTeam();
  const ctx = database.context(teamId);
  await importSnapshot(ctx, () => ndjson(smallTeam()));
  const { key } = await createKey(ctx, { name: 'k', scope: 'read' });
  const service = start({
    DATABASE_URL: database.url,
    DEMO: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: address,
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'none',
    LLM_BASE_URL: `${address}/model`,
  });
  const base = await addressOf(service);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    'x-request-id': 'mine-1',
  };
  expect((await fetch(`${base}/v1/signals`, { headers })).status).toBe(200);
  const body = JSON.stringify({ question: String(smallTeam().find(({ quote }) => quote)?.quote) });
  expect((await fetch(`${base}/v1/ask`, { method: 'POST', headers, body })).status).toBe(200);
  const metrics = await (await fetch(`${base}/metrics`)).text();
  expect(metrics).toMatch(/db_statements_total\{statement="signals\.[^"]*",outcome="ok"\} 1/);
  // where to look, and the answer
  expect(metrics).toContain(
    'outgoing_request_duration_seconds_count{service="model",status="503"} 2',
  );
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });

  await expect.poll(() => spans.length).toBeGreaterThan(1);
  const ours = spans.filter((span) => span.traceId === traceId);
  const request = ours.find(({ name }) => name === 'GET /v1/signals');
  expect(request?.parentSpanId).toBe('b7ad6b7169203331');
  expect(request?.attributes).toContainEqual({
    key: 'request.id',
    value: { stringValue: 'mine-1' },
  });
  const statements = ours.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(ours.map(({ name }) => name)).toContain('model POST');
  expect(statements.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^signals\./));
});
