import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useFolder } from '../start/support.js';
import { useDatabase } from '../support/database.js';
import { TestProcess } from '../support/process.js';

const database = useDatabase();
const folder = useFolder();
// each starts a process
vi.setConfig({ testTimeout: 120_000 });

/** The host of a server that answers every request like this. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const PARTS = ['slack', 'linear', 'github', 'jira', 'model', 'embeddings'];

/** The doctor's check of each service, all at this host. */
async function everythingAt(host: string) {
  const url = `http://${host}`;
  const child = new TestProcess(
    'src/cli/main.ts',
    ['doctor', '--json'],
    {
      DATABASE_URL: database.url,
      SLACK_BOT_TOKEN: 'xoxb-hunter2',
      SLACK_SIGNING_SECRET: 'hunter2',
      SLACK_API_URL: `${url}/api/`,
      LINEAR_API_KEY: 'hunter2',
      LINEAR_TEAM: 'ENG',
      LINEAR_API_URL: url,
      GITHUB_TOKEN: 'hunter2',
      GITHUB_REPO: 'owner/name',
      GITHUB_API_URL: url,
      JIRA_URL: 'https://acme.atlassian.net',
      JIRA_API_URL: url,
      JIRA_EMAIL: 'ada@example.com',
      JIRA_API_TOKEN: 'hunter2',
      JIRA_PROJECT: 'ENG',
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'some-model',
      LLM_API_KEY: 'hunter2',
      LLM_BASE_URL: `${url}/v1`,
      EMBEDDINGS_BASE_URL: `${url}/v1`,
      EMBEDDINGS_MODEL: 'some-model',
    },
    folder,
  );
  const { code } = await child.ended;
  const out = child.stdout;
  expect(code).toBe(1);
  expect(out).not.toContain('hunter2');
  const checks: { part: string; detail: string; mend?: string }[] = JSON.parse(out);
  return PARTS.map((name) => checks.find(({ part }) => part === name)!);
}

const aPage: RequestListener = (_, response) =>
  response.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>Sign in</h1>');

it('names the host that answered with a page in place of a service', async () => {
  const host = await answering(aPage);
  for (const { part, detail, mend } of await everythingAt(host)) {
    expect([part, detail]).toEqual([
      part,
      `an unexpected answer came from ${host}: status 200, text/html instead of JSON`,
    ]);
    expect(mend).toMatch(
      /^A proxy, a firewall or a login page may have answered in place of (Slack|Linear|GitHub|Jira|the \w+['’]s? server)\. .*"curl -iL http:\/\/127.*settings.*proxy\.$/,
    );
  }
});

it('names the status of a service that is down', async () => {
  const host = await answering((_, response) => response.writeHead(502).end('bad gateway'));
  for (const { part, detail, mend } of await everythingAt(host)) {
    expect([part, detail]).toEqual([part, `an unexpected answer came from ${host}: status 502`]);
    expect(mend).toMatch(/^It comes from .+ or from a proxy in front of it: run doctor again/);
  }
});

/** Their clients send credentials to no other address. */
const NEVER_REDIRECTED = new Set(['slack', 'jira']);

it('names the host that a service was redirected to', async () => {
  const login = await answering(aPage);
  const host = await answering((_, response) =>
    response.writeHead(302, { location: `http://${login}/login` }).end(),
  );
  for (const { part, detail } of await everythingAt(host)) {
    const answer = NEVER_REDIRECTED.has(part)
      ? `${host}: status 302, a redirect to ${login}`
      : `${login} (${host} redirects there): status 200, text/html instead of JSON`;
    expect([part, detail]).toEqual([part, `an unexpected answer came from ${answer}`]);
  }
});
