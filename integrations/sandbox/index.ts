import type Koa from 'koa';
import { act } from './act/act.js';
import { RESEARCH_CHANNEL } from './channels.js';
import { Feed } from './feed.js';
import { giveFile, takeFile } from './files.js';
import { CONTENT_SECURITY_POLICY, strangeHost, strangePage } from './guard.js';
import type { SandboxCommand, SandboxOptions } from './options.js';
import { Page } from './page/page.js';
import { render } from './page/render.js';
import { findPerson, PEOPLE, TEAM_ID } from './people.js';
import { answerResponseUrl } from './response-url.js';
import { Workspace } from './state/workspace.js';
import { createStaticFiles } from './static-files.js';
import { answerWebApi } from './web-api/web-api.js';

export { checkBlocks, checkMessage, checkView } from './check-blocks.js';
export type { SandboxOptions } from './options.js';

export interface Sandbox {
  /** Serves `/sandbox` and everything below it; mount it before any body parser. */
  middleware: Koa.Middleware;
  /** The token the stand-in accepts; it follows from the signing secret. */
  botToken: string;
  workspaceId: string;
  /** The channel for cards. */
  channelId: string;
  /** What the Web API client takes as `slackApiUrl`. */
  apiUrl(): string;
  /** Ends the open pages' feeds; without it a server waits for them when it closes. */
  close(): void;
}

/** Slash commands the composer suggests. */
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
        const why = strangePage(ctx);
        if (why) ctx.throw(403, why);
        return act(ctx, name, workspace, options);
      },
      upload: (ctx: Koa.Context) => {
        const why = strangePage(ctx, 'application/octet-stream');
        if (why) ctx.throw(403, why);
        return takeFile(ctx, viewer(ctx), workspace);
      },
      file: (ctx: Koa.Context, name: string) => giveFile(ctx, name, workspace),
      events: (ctx: Koa.Context) => {
        ctx.respond = false;
        feed.serve(ctx.res, viewer(ctx));
      },
      '': async (ctx: Koa.Context) => {
        ctx.set('content-security-policy', CONTENT_SECURITY_POLICY);
        ctx.type = 'html';
        const person = viewer(ctx);
        workspace.views.closeAll(person.id); // a modal does not outlive the page it opened on
        const props = {
          viewer: person,
          options,
          commands: commands(await options.exampleQuestion?.()),
        };
        ctx.body = `<!doctype html>${render(Page, props)}`;
      },
    }),
  );
  return {
    middleware: async (ctx, next) => {
      // whoever opens the bare address in a browser wants to see something
      if (ctx.path === '/' && ctx.accepts('json', 'html') === 'html')
        return ctx.redirect('/sandbox');
      const found = /^\/sandbox(?:\/(\w*)(?:\/([\w.]+))?)?$/.exec(ctx.path);
      const area = areas.get(found?.[1] ?? '');
      if (!found || !area) return next();
      ctx.set({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
      const why = strangeHost(ctx, options);
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
