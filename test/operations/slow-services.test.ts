import net, { type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createKey } from '../../src/core/keys.js';
import { importSnapshot } from '../../src/operations/snapshot/import-snapshot.js';
import { addRecommendation } from '../issues/world.js';
import { addressOf, useFolder, useService } from '../start/support.js';
import { useDatabase } from '../support/database.js';
import { ndjson, smallTeam } from '../support/snapshot.js';

const database = useDatabase();
const start = useService(useFolder());

/** Takes every connection and never says a word, until the test's end. */
async function silentService() {
  const held = new Set<Socket>();
  const service = { url: '', calls: 0 };
  const server = net.createServer((socket) => {
    held.add(socket);
    socket.on('data', (sent) => {
      if (sent.subarray(0, 5).toString() === 'POST ') service.calls++;
    });
    socket.on('error', () => {});
    socket.on('close', () => held.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    for (const socket of held) socket.destroy();
    server.close();
  });
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

it('while Slack, Linear, GitHub and the model say nothing, reads and decisions go on, and the process ends when told to and cuts nobody', {
  timeout: 300_000,
}, async () => {
  const teamId = await database.createTeam();
  const ctx = database.context(teamId);
  await importSnapshot(ctx, () => ndjson(smallTeam()));
  await addRecommendation(ctx, 'no-issue-yet', 'open');
  const { key } = await createKey(ctx, { name: 'k', scope: 'write' });
  const [slack, linear, github, model] = await Promise.all([
    silentService(),
    silentService(),
    silentService(),
    silentService(),
  ]);
  const service = start({
    DATABASE_URL: database.url,
    DEMO: 'off',
    TEAM_ID: teamId,
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_SIGNING_SECRET: 'secret',
    SLACK_CHANNEL: 'C0123456789',
    SLACK_API_URL: `${slack.url}/api/`,
    LINEAR_API_KEY: 'lin_api_1',
    LINEAR_TEAM: 'ENG',
    LINEAR_API_URL: `${linear.url}/graphql`,
    GITHUB_TOKEN: 'ghp_1',
    GITHUB_REPO: 'owner/name',
    GITHUB_API_URL: github.url,
    AUTO_PUSH: 'github',
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'model',
    LLM_BASE_URL: model.url,
  });
  const base = await addressOf(service);
  const send = (path: string, body?: object): Promise<Response> =>
    fetch(`${base}/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const call = async (path: string, body?: object): Promise<number> => {
    const answer = await send(path, body);
    await answer.text();
    return answer.status;
  };
  // the model is asked twice for each, one call after the other
  const askMany = (): Promise<string[]> =>
    Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        send('ask', {
          question: n % 2 ? 'Does setup work on a phone?' : 'Why does setup take long?',
        }).then(async (answer) =>
          answer.ok ? 'answered' : `${answer.status} ${await answer.text()}`,
        ),
      ),
    );
  const wait = { timeout: 60_000 };
  let asked = false;
  const asking = askMany().finally(() => {
    asked = true;
  });
  await vi.waitFor(() => expect(model.calls).toBeGreaterThan(10), wait);
  for (let at = 0; at < 10; at++) {
    expect(await call('recommendations/r1/decision', { decision: 'accepted' })).toBe(200);
    expect(await call('signals')).toBe(200);
    expect(await call('recommendations/r1/reopen', {})).toBe(200);
  }
  expect(await call('recommendations/no-issue-yet/decision', { decision: 'accepted' })).toBe(200);
  const url = 'https://linear.app/acme/issue/ENG-8';
  expect(await call('recommendations/r1/work-items', { url })).toBe(200);
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  expect(asked).toBe(false); // all that went on while the questions wait
  for (const silent of [slack, linear, github]) {
    await vi.waitFor(() => expect(silent.calls).toBeGreaterThan(0), wait);
  }
  expect(new Set(await asking)).toEqual(new Set(['answered']));
  expect(model.calls).toBeGreaterThan(12);

  expect(await (await fetch(`${base}/readyz`)).json()).toMatchObject({
    ok: true,
    parts: {
      database: { ok: true },
      linear: { ok: false, detail: 'the last call got no answer' },
      model: { ok: false, detail: 'the last call got no answer' },
    },
  });

  const before = model.calls;
  const lastAsked = askMany();
  await vi.waitFor(() => expect(model.calls).toBeGreaterThan(before + 10), wait);
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(new Set(await lastAsked)).toEqual(new Set(['answered']));
});
