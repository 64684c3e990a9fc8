import net, { type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createKey } from '../../src/keys/create-key.js';
import { importSnapshot } from '../../src/snapshot/import-snapshot.js';
import { addressOf, useFolder, useService } from '../start/support.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';

const database = useDatabase();
const start = useService(useFolder());

/** Slack, GitHub and the model in one: takes every connection and never says a word. */
const held = new Set<Socket>();
const silent = net.createServer((socket) => {
  held.add(socket);
  socket.on('error', () => {});
  socket.on('close', () => held.delete(socket));
});
let nowhere: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', () => resolve()));
  nowhere = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of held) socket.destroy();
  silent.close();
});

it('while Slack, the tracker and the model say nothing, reads and decisions go on, and the process ends when told to', {
  timeout: 180_000,
}, async () => {
  const teamId = await database.createTeam();
  const ctx = database.context(teamId);
  await importSnapshot(ctx, () => ndjson(smallTeam()));
  const { key } = await createKey(ctx, { name: 'k', scope: 'write' });
  const service = start({
    DATABASE_URL: database.url,
    DEMO: 'off',
    TEAM_ID: teamId,
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_SIGNING_SECRET: 'secret',
    SLACK_CHANNEL: 'C0123456789',
    SLACK_API_URL: `${nowhere}/api/`,
    GITHUB_TOKEN: 'ghp_1',
    GITHUB_REPO: 'owner/name',
    GITHUB_API_URL: nowhere,
    AUTO_PUSH: 'github',
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'model',
    LLM_BASE_URL: nowhere,
  });
  const base = await addressOf(service);
  const call = async (path: string, body?: object): Promise<number> => {
    const answer = await fetch(`${base}/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.text();
    return answer.status;
  };
  let asked = false;
  const asking = Promise.all(
    Array.from({ length: 12 }, () => call('ask', { question: 'Why does setup take long?' })),
  ).finally(() => {
    asked = true;
  });
  await vi.waitFor(() => expect(held.size).toBeGreaterThan(10), { timeout: 60_000 });

  for (let at = 0; at < 10; at++) {
    expect(await call('recommendations/r1/decision', { decision: 'accepted' })).toBe(200);
    expect(await call('recommendations/r1/reopen', {})).toBe(200);
    expect(await call('signals')).toBe(200);
  }
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  expect(asked).toBe(false); // all that went on while the questions wait
  expect(new Set(await asking)).toEqual(new Set([200]));
  expect(held.size).toBeGreaterThan(0);
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
});
