import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey } from '../../src/core/keys.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { addressOf, useFolder, useService } from '../start/support.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';

const database = useDatabase();
const start = useService(useFolder());

/** Slack, the model and GitHub in one: what they are sent they send back in an error, as real ones do. */
const elsewhere = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text) => {
    body += text;
  });
  request.on('end', () => {
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ error: { message: `cannot do ${request.headers.authorization} ${body}` } }),
    );
  });
});
let nowhere: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', () => resolve()));
  nowhere = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => elsewhere.close(resolve)));

it('at the lowest level, with every outside service failing and the database broken, no log line holds a secret, a name, a question or a quote', {
  timeout: 120_000,
}, async () => {
  const teamId = await database.createTeam();
  const ctx = database.context(teamId);
  const lines = smallTeam();
  await importSnapshot(ctx, () => ndjson(lines));
  const { key } = await createKey(ctx, { name: 'k', scope: 'write' });
  const secrets = ['xoxb-sesame-1', 'sesame-2', 'sesame-3', 'sesame-4', 'sesame-5', key];
  const service = start({
    DATABASE_URL: database.url,
    TEAM_ID: teamId,
    LOG_LEVEL: 'trace',
    SLACK_BOT_TOKEN: secrets[0]!,
    SLACK_SIGNING_SECRET: secrets[1]!,
    SLACK_CHANNEL: 'C0000000001',
    SLACK_API_URL: nowhere,
    LLM_PROVIDER: 'openai-compatible',
    LLM_API_KEY: secrets[2]!,
    LLM_MODEL: 'model',
    LLM_BASE_URL: nowhere,
    GITHUB_TOKEN: secrets[3]!,
    GITHUB_REPO: 'owner/name',
    GITHUB_API_URL: nowhere,
    ENCRYPTION_KEY: Buffer.from('sesame-6'.repeat(4)).toString('base64'),
  });
  const base = await addressOf(service);
  const call = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(base + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const question = 'What did the woman with the parrot say about invoices?';
  await call('/v1/ask', { question });
  await call('/v1/evidence/search', { query: question });
  await call('/v1/ask', `{"question": "${question}`);
  await call('/v1/signals', undefined, { authorization: 'Bearer bl_sesame-7' });
  await call('/slack/events', `payload=${question}`, { 'x-slack-signature': 'v0=sesame-8' });
  // every read now fails inside Postgres, with its values
  await database.dataSource.query('alter table recommendations rename to elsewhere');
  await call('/v1/recommendations/parrot-recommendation/decision', {
    decision: 'accepted',
    note: question,
  });
  await call('/v1/recommendations');
  await database.dataSource.query('alter table elsewhere rename to recommendations');
  await expect.poll(() => service.stderr).toContain('request failed');
  await service.end('SIGTERM');

  const log = service.stderr;
  expect(log.split('\n').length).toBeGreaterThan(5);
  const quotes = lines.flatMap(({ quote, displayName, email }) =>
    [quote, displayName, email].filter((text) => typeof text === 'string'),
  );
  expect(quotes.length).toBeGreaterThan(3);
  for (const told of [...secrets, ...quotes, 'parrot', 'sesame']) expect(log).not.toContain(told);
});
