import { createHmac, randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterEach, expect } from 'vitest';
import {
  createSlackIntegration,
  type SlackDeps,
  type SlackIntegration,
  type SlackSettings,
} from '../../integrations/slack/index.js';
import { checkBlocks, checkMessage, checkView } from '../../sandbox/check-blocks.js';
import { createLog, type Logger } from '../../src/core/log.js';
import type { Models } from '../../src/core/models/models.js';
import type { PageLinks } from '../../src/core/page-links.js';
import type { Tracker } from '../../src/issues/tracker.js';
import { createJobRunner } from '../../src/jobs/index.js';
import { ADDRESS_RULES } from './address-rules.js';
import type { TestDatabase } from './database.js';

export const SECRET = 'a-signing-secret';
const WORKSPACE = 'T1';
export const CHANNEL = 'C1';
export const TOKEN = 'xoxb-test';
export const APP_TOKEN = 'xapp-test';

type Json = Record<string, unknown>;

interface Call {
  method: string;
  /** The workspace whose token made the call. */
  workspace: string | undefined;
  args: Json & {
    unfurls?: Record<string, { blocks: Json[] }>;
    blocks?: Json[];
    view?: Json & { blocks: Json[] };
    text?: string;
    ts?: string;
  };
}
/** Gives Slack's answer, or `hang` for none, `cut` for a connection that drops after the work is done. */
export type Answer = Json | 'hang' | 'cut' | { status: number; headers?: Record<string, string> };
type Behaviour = (args: Call['args'], call: Call) => Answer | Promise<Answer>;

/** A Slack of our own: it does what the methods we use do, and an unplanned call fails the test. */
export class FakeSlack {
  readonly calls: Call[] = [];
  readonly responses: Json[] = [];
  readonly messages = new Map<string, Call['args']>();
  /** The content of files that people sent, by their id. */
  readonly files = new Map<string, string | { type: string; content: string }>();
  /** Messages of people, which an event told of. */
  readonly said = new Set<string>();
  /** Which workspace a token belongs to. */
  readonly tokens = new Map([[TOKEN, WORKSPACE]]);
  private readonly behaviours = new Map<string, Behaviour[]>();
  private readonly problems: string[] = [];
  private server!: Server;
  private lastTs = 1_700_000_000;
  /** Gives the error that a call is refused with for now, if any. */
  refuses: (
    method: string,
    args: Call['args'],
    workspace: string | undefined,
  ) => string | undefined = () => undefined;
  /** Every answer waits for this. */
  held: Promise<void> | undefined;
  /** Every answer waits this long, in milliseconds. */
  delayMs = 0;

  private readonly methods: Record<string, (args: Call['args'], call: Call) => Json> = {
    'auth.test': (_args, { workspace }) => ({
      team_id: workspace,
      user_id: 'UBOT',
      bot_id: 'BBOT',
    }),
    'conversations.info': () => ({ channel: { id: CHANNEL, is_ext_shared: false } }),
    'users.info': ({ user }, { workspace }) => ({
      user: {
        id: user,
        team_id: workspace,
        real_name: user === 'U2' ? 'Tom Okafor' : 'Maya Lindqvist',
        tz: 'Europe/Stockholm',
      },
    }),
    'chat.postMessage': (args) => {
      const thread = args.thread_ts ? String(args.thread_ts) : undefined;
      if (thread && !this.messages.has(thread) && !this.said.has(thread)) {
        return { ok: false, error: 'thread_not_found' };
      }
      const ts = `${++this.lastTs}.000100`;
      this.messages.set(ts, { ...args });
      return { ts, channel: args.channel };
    },
    'chat.update': (args) => {
      if (!this.messages.has(args.ts ?? '')) return { ok: false, error: 'message_not_found' };
      this.messages.set(args.ts!, { ...this.messages.get(args.ts!), ...args });
      return { ts: args.ts };
    },
    // a workspace without it; a test that wants it says so
    'assistant.threads.setStatus': () => ({ ok: false, error: 'feature_disabled' }),
    'chat.unfurl': () => ({}),
    'entity.presentDetails': () => ({}),
    'files.info': ({ file }) => ({
      file: { id: file, mode: 'hosted', url_private_download: `${this.url}/files/${file}` },
    }),
    'chat.getPermalink': ({ channel, message_ts }) => ({
      permalink: `https://acme.slack.example/archives/${channel}/p${message_ts}`,
    }),
    'chat.postEphemeral': () => ({ message_ts: '1.1' }),
    'views.open': () => ({ view: { id: 'V1' } }),
    'views.push': () => ({ view: { id: 'V2' } }),
    'views.update': () => ({ view: { id: 'V1' } }),
    'views.publish': () => ({ view: { id: 'VH' } }),
    'conversations.history': () => ({ messages: this.listed((message) => !message.thread_ts) }),
    'conversations.replies': ({ ts: thread }) => ({
      messages: this.listed((message, ts) => ts === thread || message.thread_ts === thread),
    }),
    'users.list': () => ({
      members: [
        { id: 'U1', name: 'maya' },
        { id: 'UADMIN', name: 'root', is_admin: true, is_owner: true },
      ],
    }),
  };

  async start(): Promise<void> {
    this.server = http.createServer((req, res) => {
      if (req.url?.startsWith('/files/')) return this.serveFile(req, res);
      void this.serve(req).then(
        (answer) => {
          if (answer === 'hang') return;
          if (answer === 'cut') return res.destroy();
          if (typeof answer.status === 'number' && !('ok' in answer)) {
            res.writeHead(answer.status, answer.headers as Record<string, string>).end('{}');
            return;
          }
          res.setHeader('content-type', 'application/json');
          res.end(JSON.stringify({ ok: true, ...answer }));
        },
        () => res.destroy(),
      );
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    expect(this.problems).toEqual([]);
    expect([...this.behaviours].filter(([, left]) => left.length > 0)).toEqual([]);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The next call of a method, or `response` for a response_url, gets this answer; one that is planned and never comes fails the test. */
  next(method: string, ...answers: (Answer | Behaviour)[]): void {
    const behaviours = answers.map((answer) =>
      typeof answer === 'function' ? answer : () => answer,
    );
    this.behaviours.set(method, [...(this.behaviours.get(method) ?? []), ...behaviours]);
  }

  /** From now on, until told otherwise, a method answers like this. */
  always(method: string, answer: Json): void {
    this.methods[method] = () => answer;
  }

  of(method: string): Call['args'][] {
    return this.calls.filter((call) => call.method === method).map((call) => call.args);
  }

  private serveFile(req: IncomingMessage, res: ServerResponse): void {
    const file = this.files.get(req.url?.replace('/files/', '') ?? '');
    const known = this.tokens.has(req.headers.authorization?.replace('Bearer ', '') ?? '');
    if (!known || file === undefined) {
      res.writeHead(302, { location: 'https://slack.example/signin' }).end();
      return;
    }
    const { type, content } =
      typeof file === 'string' ? { type: 'text/plain', content: file } : file;
    res.writeHead(200, { 'content-type': type }).end(content);
  }

  private async serve(req: IncomingMessage): Promise<Answer> {
    const body = await read(req);
    await this.held;
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    if (req.url?.startsWith('/response')) {
      const response = JSON.parse(body) as Json;
      const planned = this.behaviours.get('response')?.shift();
      if (planned)
        return planned(response, { method: 'response', workspace: undefined, args: response });
      this.responses.push(response);
      this.check(checkMessage(response));
      return {};
    }
    const method = req.url!.replace('/api/', '');
    const token = req.headers.authorization?.replace('Bearer ', '') ?? '';
    const call: Call = { method, args: decode(body), workspace: this.tokens.get(token) };
    this.calls.push(call);
    const authorized =
      method === 'oauth.v2.access' ||
      (method === 'apps.connections.open' ? token === APP_TOKEN : this.tokens.has(token));
    if (!authorized) return { ok: false, error: 'not_authed' };
    if (method === 'chat.postMessage' || method === 'chat.update' || method.endsWith('Ephemeral'))
      this.check(checkMessage(call.args));
    if (call.args.view) this.check(checkView(call.args.view));
    for (const { blocks } of Object.values(call.args.unfurls ?? {})) {
      this.check(checkBlocks(blocks, 'message'));
    }
    const error = this.refuses(method, call.args, call.workspace);
    if (error) return { ok: false, error };
    const planned = this.behaviours.get(method)?.shift();
    const usual = this.methods[method];
    if (planned) {
      const answer = await planned(call.args, call);
      // the work was done, and only the answer is lost
      if (answer === 'cut') usual?.(call.args, call);
      return answer;
    }
    if (!usual) {
      this.problems.push(`nobody planned a call of ${method}`);
      return { ok: false, error: 'unknown_method' };
    }
    return usual(call.args, call);
  }

  private listed(isThere: (message: Call['args'], ts: string) => boolean): Json[] {
    return [...this.messages]
      .filter(([ts, message]) => isThere(message, ts))
      .map(([ts, { metadata, text, blocks }]) => ({ ts, metadata, text, blocks }));
  }

  private check(problems: string[]): void {
    this.problems.push(...problems);
  }
}

async function read(req: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of req) body += chunk;
  return body;
}

function decode(body: string): Call['args'] {
  const args: Json = Object.fromEntries(new URLSearchParams(body));
  for (const key of ['blocks', 'view', 'metadata', 'unfurls', 'error']) {
    if (typeof args[key] === 'string') args[key] = JSON.parse(args[key]);
  }
  return args;
}

export interface Bench {
  /** URL of the bot's receiver. */
  url: string;
  slack: FakeSlack;
  bot: SlackIntegration;
  teamId: string;
  /** The lines of the log. */
  log: string[];
  post(body: string, headers?: Record<string, string>, type?: string): Promise<Response>;
  command(command: string, text: string, overrides?: Json): Promise<Response>;
  act(action: Json, overrides?: Json): Promise<Response>;
  submit(view: Json, overrides?: Json): Promise<Response>;
  /** A choice from the menu of a message. */
  shortcut(callbackId: string, message: Json, overrides?: Json): Promise<Response>;
  /** The options of a menu for a typed text, as Slack receives them. */
  suggest(
    actionId: string,
    text: string,
    view?: Json,
    blockId?: string,
  ): Promise<{ value: string; text: string }[]>;
  event(event: Json, overrides?: Json): Promise<Response>;
  /** Works the team's jobs, and waits for listeners, until nothing is due. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const open: Bench[] = [];
afterEach(async () => {
  for (const bench of open.splice(0)) await bench.close();
});

interface BenchOptions {
  settings?: Partial<SlackSettings>;
  trackers?: Tracker[];
  teamId?: string;
  slack?: FakeSlack;
  /** Lets workspaces install the app; with it there is no workspace of our own unless `alsoOwn`. */
  oauth?: SlackDeps['oauth'];
  alsoOwn?: boolean;
  models?: Models;
  pages?: PageLinks;
}

/** The bot on a Koa server of its own, over a fake Slack, for one team of the database. */
export async function createBench(
  database: TestDatabase,
  {
    settings = {},
    trackers = [],
    teamId: given,
    slack: shared,
    oauth,
    alsoOwn,
    models,
    pages,
  }: BenchOptions = {},
): Promise<Bench> {
  const slack = shared ?? new FakeSlack();
  if (!shared) await slack.start();
  const teamId = given ?? (await database.createTeam());
  const lines: string[] = [];
  const log = recordingLog(lines);
  const own: SlackSettings = {
    botToken: TOKEN,
    signingSecret: SECRET,
    channelId: CHANNEL,
    apiUrl: `${slack.url}/api/`,
    postIntervalMs: 0,
    ...settings,
  };
  const bot = await createSlackIntegration({
    ...(oauth ? { oauth } : {}),
    ...(oauth && !alsoOwn ? {} : { own: { settings: own, teamId } }),
    system: database.system,
    log,
    publicUrl: 'http://localhost:3000',
    addressRules: ADDRESS_RULES,
    trackers: new Map(trackers.map((tracker) => [tracker.provider, tracker])),
    ...(models ? { models } : {}),
    ...(pages ? { pages } : {}),
  });
  const koa = new Koa();
  for (const middleware of bot.middleware) koa.use(middleware);
  const server = http.createServer(koa.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const post: Bench['post'] = (body, headers = {}, type = 'application/x-www-form-urlencoded') => {
    const sentAt = Math.floor(Date.now() / 1000);
    return fetch(`${url}/slack/events`, {
      method: 'POST',
      headers: { 'content-type': type, ...signed(body, sentAt), ...headers },
      body,
    });
  };
  const payload = (value: Json): string =>
    new URLSearchParams({ payload: JSON.stringify(value) }).toString();
  const person = { id: 'U1', username: 'maya', team_id: WORKSPACE };

  const bench: Bench = {
    url,
    slack,
    bot,
    teamId,
    log: lines,
    post,
    command: (command, text, overrides = {}) =>
      post(
        new URLSearchParams({
          command,
          text,
          team_id: WORKSPACE,
          user_id: 'U1',
          user_name: 'maya',
          channel_id: CHANNEL,
          response_url: `${slack.url}/response/1`,
          trigger_id: randomUUID(),
          ...(overrides as Record<string, string>),
        }).toString(),
      ),
    act: (action, overrides = {}) =>
      post(
        payload({
          type: 'block_actions',
          team: { id: WORKSPACE },
          user: person,
          trigger_id: randomUUID(),
          response_url: `${slack.url}/response/1`,
          channel: { id: CHANNEL },
          message: { ts: [...slack.messages.keys()].at(-1) ?? '1.1' },
          actions: [{ type: 'button', action_ts: randomUUID(), block_id: 'b', ...action }],
          ...overrides,
        }),
      ),
    submit: (view, overrides = {}) =>
      post(
        payload({
          type: 'view_submission',
          team: { id: WORKSPACE },
          user: person,
          trigger_id: randomUUID(),
          view: { id: randomUUID(), type: 'modal', ...view },
          ...overrides,
        }),
      ),
    shortcut: (callbackId, message, overrides = {}) =>
      post(
        payload({
          type: 'message_action',
          callback_id: callbackId,
          team: { id: WORKSPACE },
          user: person,
          trigger_id: randomUUID(),
          response_url: `${slack.url}/response/1`,
          channel: { id: CHANNEL, name: 'feedback' },
          message_ts: message.ts,
          message: { type: 'message', ...message },
          ...overrides,
        }),
      ),
    async suggest(actionId, text, view, blockId = 'b') {
      const answer = await post(
        payload({
          type: 'block_suggestion',
          action_id: actionId,
          block_id: blockId,
          value: text,
          team: { id: WORKSPACE },
          user: person,
          ...(view ? { view } : {}),
        }),
      );
      const { options } = (await answer.json()) as {
        options: { value: string; text: { text: string } }[];
      };
      return options.map((option) => ({ value: option.value, text: option.text.text }));
    },
    event: (event, overrides = {}) => {
      for (const ts of [event.ts, event.thread_ts]) if (ts) slack.said.add(String(ts));
      const body = {
        type: 'event_callback',
        team_id: WORKSPACE,
        event_id: randomUUID(),
        event: { user: 'U1', ...event },
        ...overrides,
      };
      return post(JSON.stringify(body), {}, 'application/json');
    },
    async settle() {
      do {
        await bot.stop();
        await workJobs(database, bot, log, teamId);
      } while ((await dueJobs(database, bot, teamId)) > 0);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await bot.stop();
      if (!shared) await slack.stop();
    },
  };
  open.push(bench);
  return bench;
}

export const signed = (body: string, sentAt: number, secret = SECRET) => ({
  'x-slack-request-timestamp': String(sentAt),
  'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${sentAt}:${body}`).digest('hex')}`,
});

async function dueJobs(
  database: TestDatabase,
  bot: SlackIntegration,
  teamId: string,
): Promise<number> {
  const rows: { due: number }[] = await database.dataSource.query(
    `select count(*)::int as due from jobs
      where team_id = $1 and kind = any($2) and failed_at is null and run_at <= now()`,
    [teamId, bot.jobHandlers.map(({ kind }) => kind)],
  );
  return rows[0]?.due ?? 0;
}

async function workJobs(
  database: TestDatabase,
  bot: SlackIntegration,
  log: Logger,
  teamId: string,
): Promise<void> {
  const runner = createJobRunner({
    system: database.system,
    log,
    handlers: bot.jobHandlers,
    addressRules: ADDRESS_RULES,
    pollMs: 20,
  });
  runner.start();
  while ((await dueJobs(database, bot, teamId)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  await runner.stop();
}

function recordingLog(lines: string[]): Logger {
  const log = createLog('silent');
  for (const level of ['warn', 'error'] as const) {
    log[level] = ((...args: unknown[]) => {
      lines.push(args.map((arg) => (typeof arg === 'string' ? arg : describe(arg))).join(' '));
    }) as Logger[typeof level];
  }
  log.child = (() => log) as unknown as Logger['child'];
  return log;
}

function describe(value: unknown): string {
  const { err } = (value ?? {}) as { err?: Error };
  return err ? `${err.stack}` : JSON.stringify(value);
}
