import { createHmac } from 'node:crypto';
import type Koa from 'koa';
import { z } from 'zod';
import { strangeHost, strangePage } from '../guard.js';
import { render } from '../page/render.js';
import { PEOPLE } from '../people.js';
import { parseJson, readBody } from '../read-body.js';
import { answerGitHub, presentIssue, REPOSITORY } from './github-rest.js';
import { IssueStore } from './issue-store.js';
import { IssuePage, IssuesPage } from './pages.js';
import { tellWebhook } from './tell-webhook.js';

export interface IssueTrackerOptions {
  /** Where this server is reached, such as `http://127.0.0.1:3000`. */
  baseUrl(): string;
  /** Outside address people open, when it differs. */
  publicUrl?(): string;
  /** Where the issues are kept. */
  file: string;
  /** Token and webhook secret follow from it. */
  secret: string;
}

export interface IssueTracker {
  /** Serves the REST API under `/sandbox/github` and the pages under `/sandbox/product`. */
  middleware: Koa.Middleware;
  /** Where the pages begin. */
  pagesPath: string;
  /** What the GitHub adapter is configured with. */
  settings(): { token: string; repo: string; apiUrl: string; webhookSecret: string };
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const API = '/sandbox/github';
const PAGES = /^\/sandbox\/product\/issues(?:\/(\d+))?$/;
const Move = z.enum(['completed', 'not_planned', 'open']);

/**
 * A stand-in for GitHub: one repository whose issues the real adapter makes over HTTP, and pages on which a
 * newcomer closes them, which the service hears by a signed webhook.
 */
export function createIssueTracker(options: IssueTrackerOptions): IssueTracker {
  const store = new IssueStore(options.file);
  const derived = (what: string): string =>
    createHmac('sha256', options.secret).update(what).digest('hex');
  const token = `ghp_sandbox_${derived('issue tracker token').slice(0, 24)}`;
  const webhookSecret = derived('issue tracker webhook');
  const webUrl = (): string => `${options.baseUrl()}/${REPOSITORY}`;

  async function api(ctx: Koa.Context): Promise<void> {
    if (ctx.get('authorization') !== `token ${token}`) {
      ctx.status = 401;
      ctx.body = { message: 'Bad credentials' };
      return;
    }
    const { status, body } = answerGitHub(
      {
        method: ctx.method,
        path: ctx.path.slice(API.length),
        query: new URLSearchParams(ctx.querystring),
        body: parseJson(await readBody(ctx.req)),
      },
      store,
      webUrl(),
    );
    ctx.status = status;
    ctx.body = body;
  }

  async function page(ctx: Koa.Context, number: string | undefined): Promise<void> {
    ctx.set('content-security-policy', POLICY);
    if (number === undefined) return show(ctx, render(IssuesPage, { issues: store.all() }));
    const issue = store.get(Number(number));
    if (!issue) return ctx.throw(404, `The sandbox has no issue #${number}.`);
    if (ctx.method !== 'POST') return show(ctx, render(IssuePage, { issue }));
    const why = strangePage(ctx, 'application/x-www-form-urlencoded');
    if (why) ctx.throw(403, why);
    const { data: move } = Move.safeParse(new URLSearchParams(await readBody(ctx.req)).get('move'));
    if (!move) ctx.throw(400, `move must be one of ${Move.options.join(', ')}.`);
    const sender = PEOPLE[1].handle;
    if (move === 'open') store.reopen(issue);
    else store.close(issue, move, sender);
    await tellWebhook({
      url: `${options.baseUrl()}/webhooks/github`,
      secret: webhookSecret,
      action: move === 'open' ? 'reopened' : 'closed',
      issue: presentIssue(issue, webUrl()),
      sender,
    });
    ctx.redirect(ctx.path);
    ctx.status = 303;
  }

  return {
    middleware: async (ctx, next) => {
      const isApi = ctx.path.startsWith(`${API}/`);
      const found = PAGES.exec(ctx.path);
      if (!isApi && !found) return next();
      ctx.set({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
      const why = strangeHost(ctx, options);
      if (why) ctx.throw(403, why);
      await (isApi ? api(ctx) : page(ctx, found?.[1]));
    },
    pagesPath: `/${REPOSITORY}/issues`,
    settings: () => ({
      token,
      repo: REPOSITORY,
      apiUrl: `${options.baseUrl()}${API}`,
      webhookSecret,
    }),
  };
}

function show(ctx: Koa.Context, html: string): void {
  ctx.type = 'html';
  ctx.body = `<!doctype html>${html}`;
}
