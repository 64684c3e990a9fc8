import type Koa from 'koa';
import { z } from 'zod';
import { strangeHost, strangePage } from '../guard.js';
import { render } from '../page/render.js';
import { PEOPLE } from '../people.js';
import { readBody } from '../read-body.js';
import type { MemoryTracker } from './memory-tracker.js';
import { ISSUES_PATH, IssuePage, IssuesPage } from './pages.js';

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const PATH = new RegExp(`^${ISSUES_PATH}(?:/([A-Z]+-\\d+))?$`);
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
const Move = z.enum(['completed', 'canceled', 'open']);

export interface IssuePagesOptions {
  /** URL of this server, such as `http://127.0.0.1:3000`. */
  baseUrl(): string;
  /** Public URL, if it differs. */
  publicUrl?(): string;
}

/** Pages on which a newcomer reads and closes the sandbox's issues; the service is notified by webhook. */
export function issuePages(tracker: MemoryTracker, options: IssuePagesOptions): Koa.Middleware {
  const ours = () => tracker.issues.filter(({ url }) => url.includes(ISSUES_PATH)).toReversed();

  return async (ctx, next) => {
    const found = PATH.exec(ctx.path);
    if (!found) return next();
    ctx.set({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy': POLICY,
    });
    const why = strangeHost(ctx, options);
    if (why) ctx.throw(403, why);
    const [, key] = found;
    if (!METHODS.has(ctx.method) || (ctx.method === 'POST' && !key)) {
      ctx.set('allow', key ? 'GET, HEAD, POST' : 'GET, HEAD');
      ctx.throw(405, 'Open this page in a browser.');
    }
    if (!key) return show(ctx, render(IssuesPage, { issues: ours() }));
    const issue = ours().find(({ externalId }) => externalId === key);
    if (!issue) return ctx.throw(404, `The sandbox has no issue ${key}.`);
    if (ctx.method !== 'POST') return show(ctx, render(IssuePage, { issue }));
    const refused = strangePage(ctx, 'application/x-www-form-urlencoded');
    if (refused) ctx.throw(403, refused);
    const { data: move } = Move.safeParse(new URLSearchParams(await readBody(ctx.req)).get('move'));
    if (!move) return ctx.throw(400, `move must be one of ${Move.options.join(', ')}.`);
    tracker.move(issue, move, PEOPLE[1].handle);
    const { body, headers } = tracker.delivery(issue);
    const webhook = `${options.baseUrl()}/webhooks/${tracker.provider}`;
    await fetch(webhook, { method: 'POST', headers, body });
    ctx.redirect(ctx.path);
    ctx.status = 303;
  };
}

function show(ctx: Koa.Context, html: string): void {
  ctx.type = 'html';
  ctx.body = `<!doctype html>${html}`;
}
