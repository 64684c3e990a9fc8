import type Koa from 'koa';
import type { Context } from 'koa';
import { untrustedHost } from '../src/core/untrusted-host.js';
import { act } from './act/act.js';
import { Feed } from './feed.js';
import { CONTENT_SECURITY_POLICY, untrustedPage } from './guard.js';
import type { SandboxCommand, SandboxOptions } from './options.js';
import { Page } from './page/page.js';
import { render } from './page/render.js';
import { findPerson, PEOPLE, type Person, RESEARCH_CHANNEL, TEAM_ID } from './people.js';
import { BodyTooLarge, readBytes } from './read-body.js';
import { answerResponseUrl } from './response-url.js';
import { MOST_FILE_BYTES } from './state/files.js';
import { Workspace } from './state/workspace.js';
import { createStaticFiles } from './static-files.js';
import { answerWebApi } from './web-api/web-api.js';

const MOST_NAME = 255;

/** Stores the body as a file of this user, to be sent with a message. */
async function takeFile(ctx: Context, person: Person, { files }: Workspace): Promise<void> {
  const name = String(ctx.query.name ?? '').slice(0, MOST_NAME);
  try {
    const content = await readBytes(ctx.req, MOST_FILE_BYTES);
    const { id } = files.keep({ name: name || 'file', ownerId: person.id, content });
    ctx.body = { ok: true, result: { id } };
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    ctx.status = 413;
    ctx.body = { ok: false, error: error.message };
  }
}

/** Serves a file's content to the app, which must send its token. */
function giveFile(ctx: Context, id: string, { files, botToken }: Workspace): void {
  if (ctx.get('authorization') !== `Bearer ${botToken}`)
    ctx.throw(403, 'Only the app reads files.');
  const file = files.find(id);
  if (!file) ctx.throw(404, 'That file is no longer there.');
  ctx.type = 'application/octet-stream';
  ctx.body = file.content;
}

export { checkBlocks, checkMessage, checkView } from './check-blocks.js';
export type { SandboxOptions } from './options.js';
export { createSandboxTracker, type SandboxTracker } from './tracker/index.js';

export interface Sandbox {
  /** Serves `/sandbox` and everything below it; mount it before any body parser. */
  middleware: Koa.Middleware;
  /** The token that the stand-in accepts, derived from the signing secret. */
  botToken: string;
  workspaceId: string;
  /** The channel for cards. */
  channelId: string;
  /** The value for the Web API client's `slackApiUrl`. */
  apiUrl(): string;
  /** Ends the feeds of open pages; otherwise a closing server would wait for them. */
  close(): void;
}

const READ_WITH: ReadonlySet<string> = new Set(['GET', 'HEAD']);
/** The areas that take requests; everything else is pages and files. */
const WRITTEN_TO: ReadonlySet<string> = new Set(['api', 'response', 'act', 'upload']);

/** Slash commands that the composer suggests. */
const commands = (question: string | undefined): SandboxCommand[] => [
  { command: '/ask', hint: question, description: 'Ask the evidence' },
  { command: '/signal', hint: 'SIG-1', description: 'Show one belief' },
];

/** A stand-in for Slack's Web API, kept in memory, and the page that shows it. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const workspace = new Workspace(options.signingSecret);
  const feed = new Feed(workspace, options.shortcuts ?? []);
  const serveFile = createStaticFiles();
  const areas = new Map<string, (ctx: Koa.Context, name: string) => unknown>(
    Object.entries({
      api: (ctx: Koa.Context, name: string) => answerWebApi(ctx, name, workspace, options),
      response: (ctx: Koa.Context, name: string) => answerResponseUrl(ctx, name, workspace),
      static: serveFile,
      act: (ctx: Koa.Context, name: string) => {
        const why = untrustedPage(ctx);
        if (why) ctx.throw(403, why);
        return act(ctx, name, workspace, options);
      },
      upload: (ctx: Koa.Context) => {
        const why = untrustedPage(ctx, 'application/octet-stream');
        if (why) ctx.throw(403, why);
        return takeFile(ctx, viewer(ctx), workspace);
      },
      file: (ctx: Koa.Context, name: string) => giveFile(ctx, name, workspace),
      events: (ctx: Koa.Context) => {
        ctx.respond = false;
        feed.serve(ctx.res, viewer(ctx));
      },
      tour: async (ctx: Koa.Context) => {
        ctx.set('cache-control', 'no-store');
        ctx.body = { done: (await options.tour?.())?.done ?? [] };
      },
      '': async (ctx: Koa.Context) => {
        ctx.set('content-security-policy', CONTENT_SECURITY_POLICY);
        ctx.type = 'html';
        const person = viewer(ctx);
        workspace.views.closeAll(person.id); // a modal does not outlive its page
        const [question, tour] = await Promise.all([options.exampleQuestion?.(), options.tour?.()]);
        const props = { viewer: person, options, commands: commands(question), question, tour };
        ctx.body = `<!doctype html>${render(Page, props)}`;
      },
    }),
  );
  return {
    middleware: async (ctx, next) => {
      // anyone who opens the bare URL in a browser expects a page
      if (ctx.path === '/' && ctx.accepts('json', 'html') === 'html')
        return ctx.redirect('/sandbox');
      const found = /^\/sandbox(?:\/(\w*)(?:\/([\w.]+))?)?$/.exec(ctx.path);
      const area = areas.get(found?.[1] ?? '');
      if (!found || !area) return next();
      if (!READ_WITH.has(ctx.method) && !WRITTEN_TO.has(found[1] ?? '')) {
        ctx.throw(405, 'Open this page in a browser.', { headers: { allow: 'GET, HEAD' } });
      }
      ctx.set({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
      const why = untrustedHost(ctx, options);
      if (why) ctx.throw(403, why);
      await area(ctx, found[2] ?? '');
    },
    botToken: workspace.botToken,
    workspaceId: TEAM_ID,
    channelId: RESEARCH_CHANNEL.id,
    apiUrl: () => `${options.baseUrl()}/sandbox/api/`,
    close: () => feed.close(),
  };
}

const viewer = (ctx: Koa.Context) => findPerson(String(ctx.query.as)) ?? PEOPLE[0];
