import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver, LogLevel } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import Koa from 'koa';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.js';

const SIGNING_SECRET = 'a signing secret for tests';

export interface Host {
  bolt: App;
  sandbox: Sandbox;
  client: WebClient;
  baseUrl: string;
  /** Does on the page what a person would, through the page's own requests. */
  act(name: string, input: object, headers?: Record<string, string>): Promise<Response>;
  /** The current content of one user's page. */
  seenBy(person: 'UMAYA' | 'UTOM'): Promise<Seen>;
  close(): Promise<void>;
}

interface Seen {
  messages: { channel: string; ts: string; threadTs: string | null; html: string }[];
  home: { html: string };
  modal: { viewId: string | null; html: string };
}

/** A server with the sandbox and a real Bolt app that a test gives its listeners. */
export async function startHost(more: Partial<SandboxOptions> = {}): Promise<Host> {
  const koa = new Koa();
  koa.silent = true;
  const server = http.createServer((request, response) => koa.callback()(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = createSandbox({
    eventsUrl: () => `${baseUrl}/slack/events`,
    baseUrl: () => baseUrl,
    signingSecret: SIGNING_SECRET,
    teamName: 'Northwind Research',
    ...more,
  });
  const { receiver, bolt } = boltApp(sandbox);
  koa.use(sandbox.middleware);
  koa.use(async (ctx) => {
    if (ctx.path !== '/slack/events') return;
    ctx.respond = false;
    ctx.res.statusCode = 200;
    receiver.requestListener(ctx.req, ctx.res);
  });
  return {
    bolt,
    sandbox,
    baseUrl,
    client: new WebClient(sandbox.botToken, quiet(sandbox)),
    act: (name, input, headers = {}) =>
      fetch(`${baseUrl}/sandbox/act/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: baseUrl, ...headers },
        body: JSON.stringify({ as: 'UMAYA', ...input }),
      }),
    seenBy: async (person) => {
      const feed = await fetch(`${baseUrl}/sandbox/events?as=${person}`);
      let text = '';
      for await (const chunk of feed.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        if (text.includes('\n\n')) break;
      }
      return JSON.parse(/^event: all\ndata: (.*)\n\n/.exec(text)![1]!);
    },
    close: async () => {
      sandbox.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function boltApp(sandbox: Sandbox) {
  const receiver = new HTTPReceiver({
    signingSecret: SIGNING_SECRET,
    endpoints: ['/slack/events'],
    // events that a test does not listen to are answered at once
    unhandledRequestTimeoutMillis: 1_000,
    logLevel: LogLevel.ERROR,
  });
  const bolt = new App({
    receiver,
    authorize: async () => ({
      botToken: sandbox.botToken,
      botId: 'BBELIEFBOT',
      botUserId: 'UBELIEFBOT',
    }),
    clientOptions: quiet(sandbox),
    convoStore: false,
    logLevel: LogLevel.ERROR,
  });
  return { receiver, bolt };
}

const quiet = (sandbox: Sandbox) => ({
  slackApiUrl: sandbox.apiUrl(),
  retryConfig: { retries: 0 },
  logLevel: LogLevel.ERROR,
});
