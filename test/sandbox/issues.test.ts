import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitHubTracker } from '../../integrations/github/github-tracker.js';
import {
  createIssueTracker,
  type IssueTracker,
} from '../../integrations/sandbox/issues/issue-tracker.js';
import { Secret } from '../../src/secret.js';
import { all } from '../demo/demo-lines.js';

const signature = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

interface Delivery {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

describe('the sandbox’s stand-in for GitHub', () => {
  let folder: string;
  let server: Server;
  let baseUrl: string;
  let tracker: IssueTracker;
  let told: Delivery[];

  const start = () =>
    createIssueTracker({
      baseUrl: () => baseUrl,
      file: join(folder, 'issues.json'),
      secret: 'a secret of the tests',
    });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'belief-issues-'));
    told = [];
    const koa = new Koa();
    koa.silent = true;
    koa.use((ctx, next) => tracker.middleware(ctx, next));
    koa.use(async (ctx) => {
      const chunks: Buffer[] = [];
      for await (const chunk of ctx.req) chunks.push(chunk);
      told.push({ headers: ctx.headers, body: Buffer.concat(chunks).toString() });
      ctx.status = 202;
    });
    server = createServer(koa.callback());
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    tracker = start();
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    rmSync(folder, { recursive: true, force: true });
  });

  const call = (method: string, path: string, body?: object, token = tracker.settings().token) =>
    fetch(`${tracker.settings().apiUrl}${path}`, {
      method,
      headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const create = (body = 'Because of SIG-1', title = 'Say when money is due') =>
    call('POST', '/repos/sandbox/product/issues', { title, body, labels: ['research'] });
  const page = async (path = '/1'): Promise<string> =>
    (await fetch(`${baseUrl}${tracker.pagesPath}${path}`)).text();
  const move = (what: string, origin: string | undefined = baseUrl) =>
    fetch(`${baseUrl}${tracker.pagesPath}/1`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(origin && { origin }),
      },
      body: `move=${what}`,
      redirect: 'manual',
    });
  const state = async () =>
    (await (await call('GET', '/repos/sandbox/product/issues/1')).json()) as Record<
      string,
      unknown
    >;

  it('answers to nobody with a wrong token, and makes nothing for them', async () => {
    for (const token of ['', 'ghp_wrong', `${tracker.settings().token}x`]) {
      const refused = await call('POST', '/repos/sandbox/product/issues', { title: 'No' }, token);
      expect([token, refused.status]).toEqual([token, 401]);
    }
    expect(await (await call('GET', '/repos/sandbox/product/issues')).json()).toEqual([]);
  });

  it('keeps an issue with its comments for a later start', async () => {
    expect((await create()).status).toBe(201);
    await call('POST', '/repos/sandbox/product/issues/1/comments', { body: 'It has shipped.' });
    tracker = start();
    expect(await state()).toMatchObject({
      title: 'Say when money is due',
      labels: [{ name: 'research' }],
      comments: 1,
      html_url: `${baseUrl}/sandbox/product/issues/1`,
    });
    expect(await page()).toContain('It has shipped.');
    expect(await page('')).toContain('Say when money is due');
  });

  it('refuses an issue without a title, and knows no other repository', async () => {
    expect((await call('POST', '/repos/sandbox/product/issues', { title: '' })).status).toBe(422);
    expect((await call('POST', '/repos/some/other/issues', { title: 'x' })).status).toBe(404);
    expect((await call('GET', '/repos/sandbox/product/issues/7')).status).toBe(404);
  });

  it('tells of what a person did on the page by a signed webhook', async () => {
    await create();
    expect((await move('completed')).status).toBe(303);
    expect(await state()).toMatchObject({ state: 'closed', state_reason: 'completed' });
    await move('open');
    expect(await state()).toMatchObject({ state: 'open', state_reason: 'reopened' });
    expect(told.map(({ body }) => JSON.parse(body).action)).toEqual(['closed', 'reopened']);
    const deliveries = told.map(({ headers }) => headers['x-github-delivery']);
    expect(new Set(deliveries).size).toBe(2);
    const { webhookSecret } = tracker.settings();
    for (const { headers, body } of told) {
      expect(headers['x-hub-signature-256']).toBe(signature(webhookSecret, body));
    }
  });

  it('knows what the demo team links to, so that no card of it calls an issue deleted', async () => {
    const links = all('recommendation').flatMap((one) => one.workItemLinks ?? []);
    const { apiUrl, repo, token } = tracker.settings();
    const github = new GitHubTracker({
      auth: { token: new Secret(token) },
      repo,
      apiUrl,
      publicUrl: baseUrl,
    });
    const ours = links.flatMap(({ url }) => github.parse(url) ?? []);
    const read = await Promise.all(ours.map((externalId) => github.read({ externalId })));
    expect(read.map((issue) => [issue?.externalId, issue?.state])).toEqual([
      ['kettle-demo/kettle#1408', 'completed'],
      ['kettle-demo/kettle#1533', 'open'],
    ]);
    for (const externalId of ours) {
      await github.comment(
        { externalId },
        {
          commentId: 'c1',
          recommendationId: 'r1',
          createdAt: new Date(),
          markdown: 'It has shipped.',
        },
      );
    }
  });

  it('lets only its own page change an issue, and only as the page can', async () => {
    await create();
    for (const origin of ['http://elsewhere.example', 'null', '']) {
      expect([origin, (await move('completed', origin)).status]).toEqual([origin, 403]);
    }
    expect((await move('deleted')).status).toBe(400);
    expect(await state()).toMatchObject({ state: 'open' });
    expect(told).toEqual([]);
  });

  it('shows markup, scripts and script links of an issue as harmless text', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(2)>',
      '[press](javascript:alert(3))',
      '[data](data:text/html,hello)',
    ].join('\n\n');
    await create(hostile, '<b onclick="x()">Title</b>');
    const html = (await page()) + (await page(''));
    expect(html).not.toMatch(/<script|<img|<b onclick|href="(?:javascript|data):/i);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    const policy = (await fetch(`${baseUrl}${tracker.pagesPath}/1`)).headers.get(
      'content-security-policy',
    );
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
  });
});
