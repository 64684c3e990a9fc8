import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxTracker, type SandboxTracker } from '../../sandbox/tracker/index.js';
import type { Delivery } from '../../src/issues/tracker.js';
import { all } from '../demo/demo-lines.js';
import { attempt, draft } from '../issues/draft.js';

describe('the sandbox’s tracker', () => {
  let folder: string;
  let server: Server;
  let baseUrl: string;
  let sandbox: SandboxTracker;
  let received: (Delivery | undefined)[];

  const start = () =>
    createSandboxTracker({ baseUrl: () => baseUrl, file: join(folder, 'issues.json') });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'belief-issues-'));
    received = [];
    const koa = new Koa();
    koa.silent = true;
    koa.use((ctx, next) => sandbox.middleware(ctx, next));
    koa.use(async (ctx) => {
      const chunks: Buffer[] = [];
      for await (const chunk of ctx.req) chunks.push(chunk);
      expect(ctx.path).toBe('/webhooks/memory');
      received.push(sandbox.tracker.webhook.receive(ctx.headers, Buffer.concat(chunks)));
      ctx.status = 200;
    });
    server = createServer(koa.callback());
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    sandbox = start();
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    rmSync(folder, { recursive: true, force: true });
  });

  const create = (markdown = 'Because of SIG-1', title = 'Say when money is due') =>
    sandbox.tracker.create(draft({ markdown, title, labels: ['research'] }), attempt());
  const page = async (path = '/TASK-1'): Promise<string> =>
    (await fetch(`${baseUrl}${sandbox.pagesPath}${path}`)).text();
  const move = (what: string, origin?: string) => post(`move=${what}`, origin);
  const post = (body: string, origin: string | undefined = baseUrl) =>
    fetch(`${baseUrl}${sandbox.pagesPath}/TASK-1`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(origin && { origin }),
      },
      body,
      redirect: 'manual',
    });
  const state = async () => (await sandbox.tracker.read({ externalId: 'TASK-1' }))?.state;

  it('keeps an issue with its comments for a later start', async () => {
    const { url, externalId } = await create();
    await sandbox.tracker.comment(
      { externalId },
      {
        commentId: 'c1',
        createdAt: new Date(),
        markdown: 'It has shipped.',
      },
    );
    sandbox = start();
    expect(sandbox.tracker.parse(url)).toBe('TASK-1');
    expect(await sandbox.tracker.read({ externalId })).toMatchObject({
      title: 'Say when money is due',
      url: `${baseUrl}/sandbox/issues/TASK-1`,
      updatedAt: expect.any(Date),
    });
    expect(await page()).toContain('It has shipped.');
    expect(await page()).toContain('research');
    expect(await page('')).toContain('Say when money is due');
    expect((await create()).externalId).toBe('TASK-2');
  });

  it('recognizes its own addresses, and no other page of the service', () => {
    const { address } = sandbox.known;
    const host = new URL(baseUrl).host;
    expect(address.match(host, '/sandbox/issues/TASK-4')).toMatchObject({ externalId: 'TASK-4' });
    const local = host.replace('127.0.0.1', 'localhost');
    expect(address.match(local, '/sandbox/issues/TASK-4')).toMatchObject({ externalId: 'TASK-4' });
    expect(address.match(host, '/v1/signals')).toBeUndefined();
    expect(address.match('elsewhere.example', '/sandbox/issues/TASK-4')).toBeUndefined();
  });

  it('sends a signed delivery of what a person did on the page', async () => {
    await create();
    expect((await move('completed')).status).toBe(303);
    expect(await state()).toBe('completed');
    await move('open');
    expect(await state()).toBe('open');
    expect(received.map((delivery) => delivery?.issue?.state)).toEqual(['completed', 'open']);
    expect(new Set(received.map((delivery) => delivery?.id)).size).toBe(2);
  });

  it('delivers a comment that asks, and shows the answer once it is there', async () => {
    await create();
    await post('comment=Looks+good');
    expect(received).toEqual([]);
    await post(`comment=${encodeURIComponent('@Belief Layer why <b>this</b>?')}`);
    const question = received[0]?.question;
    expect(question).toMatchObject({ text: 'why <b>this</b>?', stops: false });
    expect(await page()).toContain('http-equiv="refresh"');
    const asked = { ...question!, noticeId: 'n', replyId: 'r', askedAt: new Date() };
    await sandbox.tracker.questions.acknowledge(asked);
    await sandbox.tracker.questions.reply(asked, { says: 'answer', markdown: 'Because.' });
    expect(await sandbox.tracker.questions.hasReply(asked)).toBe(true);
    const html = await page();
    expect(html).toContain('Because.');
    expect(html).toContain('why &lt;b&gt;this&lt;/b&gt;?');
    expect(html).toContain('👀');
    expect(html).not.toContain('http-equiv="refresh"');
    expect((await post('comment=')).status).toBe(400);
  });

  it('refuses a delivery that is not signed by it', async () => {
    await create();
    const { body, headers } = sandbox.tracker.delivery(sandbox.tracker.issue('TASK-1')!);
    const { webhook } = sandbox.tracker;
    expect(webhook.receive(headers, Buffer.from(body))).toBeDefined();
    expect(webhook.receive(headers, Buffer.from(`${body} `))).toBeUndefined();
    expect(webhook.receive({}, Buffer.from(body))).toBeUndefined();
  });

  it('knows the issues that the demo team links to, so that no card calls one deleted', async () => {
    const links = all('recommendation').flatMap((one) => one.workItemLinks ?? []);
    const ours = links.flatMap(({ url }) => sandbox.tracker.parse(url) ?? []);
    const read = await Promise.all(ours.map((externalId) => sandbox.tracker.read({ externalId })));
    expect(read.map((issue) => [issue?.externalId, issue?.state])).toEqual([
      ['kettle-demo/kettle#1408', 'completed'],
      ['kettle-demo/kettle#1533', 'open'],
    ]);
    expect(await page('')).not.toContain('Reminders: schedule and send');
  });

  it('lets only its own page change an issue, and only as the page can', async () => {
    await create();
    for (const origin of ['http://elsewhere.example', 'null', '']) {
      expect([origin, (await move('completed', origin)).status]).toEqual([origin, 403]);
    }
    expect((await move('deleted')).status).toBe(400);
    expect(await state()).toBe('open');
    expect(received).toEqual([]);
    expect((await fetch(`${baseUrl}${sandbox.pagesPath}/TASK-7`)).status).toBe(404);
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
    const policy = (await fetch(`${baseUrl}${sandbox.pagesPath}/TASK-1`)).headers.get(
      'content-security-policy',
    );
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
  });

  it('hands an issue to a stand-in agent, whose pull request a person opens and merges', async () => {
    const { externalId } = await create();
    expect(await page()).not.toContain('pull request');
    const agents = sandbox.tracker.agents!;
    await agents.handOver({ externalId }, 'stand-in');
    const progress = () => agents.progress({ externalId }, 'stand-in');
    expect(await progress()).toMatchObject({ assigned: true, began: false });
    expect(await page()).toContain('Handed to Stand-in agent');
    expect((await move('pull')).status).toBe(303);
    expect(await page()).toContain('Merge the pull request');
    expect(await progress()).toMatchObject({ began: true, pull: { state: 'draft' } });
    expect((await move('merge')).status).toBe(303);
    expect(await progress()).toMatchObject({ pull: { state: 'merged' } });
    expect(await page()).not.toContain('Merge the pull request');
    expect(received).toHaveLength(2);
  });
});
