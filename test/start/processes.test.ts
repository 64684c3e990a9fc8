import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Job } from '../../db/entities/job.js';
import { enqueue } from '../../db/queries/enqueue.js';
import { PUBLISH_CARDS } from '../../src/core/announce.js';
import { createKey } from '../../src/core/keys.js';
import { useDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { addressOf, useFolder, useService } from './support.js';

const database = useDatabase();
const start = useService(useFolder());
const wait = { timeout: 120_000, interval: 50 };
let teamId: string;

/** Says of every token that it is wrong. */
const slack = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"ok":false,"error":"invalid_auth"}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => slack.listen(0, '127.0.0.1', () => resolve()));
  teamId = await database.createTeam();
});
afterAll(() => new Promise((resolve) => slack.close(resolve)));

const environment = (more: Record<string, string> = {}): Record<string, string> => ({
  DATABASE_URL: database.url,
  ...more,
});

/** A request whose last bytes are still to come. */
async function halfAsked(url: string, key: string) {
  const { hostname, port, host } = new URL(url);
  const body = JSON.stringify({ question: 'What do people struggle with?' });
  const socket = net.connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(
    `POST /v1/ask HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
  );
  return {
    async finish(): Promise<string> {
      socket.write(body.slice(9));
      await closed;
      return answer;
    },
  };
}

describe('web and worker', { timeout: 300_000 }, () => {
  it('as two processes: only the worker works jobs, and it can be watched', async () => {
    const db = database.system.team(teamId);
    await enqueue(db, { kind: PUBLISH_CARDS, key: 'k' });
    const web = start(environment(), 'web');
    const url = await addressOf(web);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('jobs{state="due"} 1');
    expect(await db.find(Job, { kind: PUBLISH_CARDS })).toHaveLength(1);

    const WORKER_PORT = String(await freePort());
    const worker = start(environment({ LOG_LEVEL: 'info', WORKER_PORT }), 'worker');
    await vi.waitFor(
      async () => expect(await db.find(Job, { kind: PUBLISH_CARDS })).toEqual([]),
      wait,
    );
    const watched = `http://127.0.0.1:${WORKER_PORT}`;
    expect((await fetch(`${watched}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${watched}/readyz`)).json()).toMatchObject({ ok: true });
    expect(await (await fetch(`${watched}/metrics`)).text()).toMatch(
      /db_statements_total\{statement="jobs.claim",outcome="ok"\} [1-9]/,
    );
    expect((await fetch(`${watched}/v1/signals`)).status).toBe(404);
    expect(worker.stdout).toBe('');
    expect(await worker.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await web.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  it('a request under way when SIGTERM comes is answered', async () => {
    const { key } = await createKey(database.context(teamId), { name: 'k', scope: 'read' });
    const service = start(environment());
    const url = await addressOf(service);
    const asking = await halfAsked(url, key);
    await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), wait);

    const ended = service.end('SIGTERM');
    await vi.waitFor(() => expect(service.stderr).toContain('stopping'), wait);
    expect(await asking.finish()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"answer"/);
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  it('a wrong Slack token is one clear line, and the API goes on', async () => {
    const { port } = slack.address() as AddressInfo;
    const service = start(
      environment({
        TEAM_ID: teamId,
        SLACK_BOT_TOKEN: 'xoxb-wrong',
        SLACK_SIGNING_SECRET: 'secret',
        SLACK_API_URL: `http://127.0.0.1:${port}/api/`,
      }),
    );
    const url = await addressOf(service);
    await vi.waitFor(async () => {
      const ready = await fetch(`${url}/readyz`);
      expect(ready.status).toBe(200);
      expect(await ready.json()).toMatchObject({
        ok: true,
        parts: { database: { ok: true }, slack: { ok: false } },
      });
    }, wait);
    const lines = service.stderr.split('\n').filter((line) => /SLACK_BOT_TOKEN/.test(line));
    expect(lines).toHaveLength(1);
    expect(service.stderr).not.toContain('xoxb-wrong');
  });

  it('with several teams and none named, Slack is off and the log says what to set', async () => {
    await database.createTeam('Another');
    const service = start(
      environment({ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: 'secret' }),
    );
    const url = await addressOf(service);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(service.stderr).toMatch(/Slack is off: there are \d+ teams: set TEAM_ID/);
  });
});
