import { readFileSync } from 'node:fs';
import Router, { type RouterContext } from '@koa/router';
import type Koa from 'koa';
import type { FrameState } from '../api/frame.js';
import { errorResponse } from '../api/refusals.js';
import { notFound, Refusal } from '../core/errors.js';
import { INDEX_PATH, type PageSubject, pagePath } from '../core/page-links.js';
import { type AccessOptions, visitOf } from './access.js';
import { beliefPage } from './belief-page.js';
import { type Html, html } from './html.js';
import { indexPage } from './index-page.js';
import { notice, STYLE_PATH } from './layout.js';
import { recommendationPage } from './recommendation-page.js';
import { SIGN_IN_PATH, SIGNED_IN_PATH, type SignIn, signInAddress } from './sign-in.js';
import { studyPage } from './study-page.js';
import type { Visit } from './visit.js';

export interface PagesOptions extends AccessOptions {
  /** Absent without a Slack app to sign in with. */
  signIn?: SignIn | undefined;
}

type Page = RouterContext<FrameState>;

/** The pages load their own styles and send their own search form, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const STYLE = new URL('./style.css', import.meta.url);

/** Read-only pages for people: an index of beliefs, and one page per belief, study and recommendation. */
export function pages(options: PagesOptions): Koa.Middleware<FrameState> {
  const router = new Router<FrameState>({ strict: true, sensitive: true });
  const style = readFileSync(STYLE, 'utf8');

  router.get(STYLE_PATH, (ctx) => {
    ctx.set('Cache-Control', 'public, max-age=300');
    ctx.type = 'css';
    ctx.body = style;
  });
  router.use(async (ctx, next) => {
    ctx.set({
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex, nofollow',
    });
    ctx.vary('Cookie');
    await next().catch((error: unknown) => tell(ctx, error, options));
  });

  const { signIn } = options;
  if (signIn) {
    router.get(SIGN_IN_PATH, (ctx) => signIn.begin(ctx, new Date()));
    router.get(SIGNED_IN_PATH, (ctx) => signIn.finish(ctx, new Date()));
  }
  const show = (
    path: string,
    subjectOf: (id: string) => PageSubject | undefined,
    render: (visit: Visit, id: string, query: URLSearchParams) => Promise<string>,
  ): void => {
    router.get(path, async (ctx) => {
      const id = idOf(ctx);
      const subject = subjectOf(id);
      const own = subject ? pagePath(subject) : INDEX_PATH;
      const visit = await visitOf(options, ctx, subject, new Date());
      if (!visit) return refuse(ctx, own, options);
      const query = new URLSearchParams(ctx.querystring);
      if (visit.path !== own) return ctx.redirect(visit.here(Object.fromEntries(query)));
      try {
        ctx.body = await render(visit, id, query);
        ctx.type = 'html';
      } catch (error) {
        tell(ctx, error, options, visit.index);
      }
    });
  };
  show(
    INDEX_PATH,
    () => undefined,
    (visit, _id, query) => indexPage(visit, query),
  );
  show(`${INDEX_PATH}/signals/:id`, (signalId) => ({ signalId }), beliefPage);
  show(`${INDEX_PATH}/studies/:id`, (studyId) => ({ studyId }), studyPage);
  show(
    `${INDEX_PATH}/recommendations/:id`,
    (recommendationId) => ({ recommendationId }),
    recommendationPage,
  );
  return router.routes() as Koa.Middleware<FrameState>;
}

/** The id as sent; the router would accept invalid encoding. */
function idOf(ctx: Page): string {
  const [segment = ''] = (ctx as Page & { captures?: string[] }).captures ?? [];
  try {
    const id = decodeURIComponent(segment);
    if (!id.includes('\0')) return id;
  } catch {}
  throw notFound('page', segment);
}

/** Explains how to get access, in the same words whether or not the page exists. */
function refuse(ctx: Page, path: string, { signIn }: PagesOptions): void {
  const tried = new URLSearchParams(ctx.querystring).has('t');
  const why = tried
    ? 'This link has expired, was revoked, or is for another page.'
    : 'This page is for the members of a team.';
  const how: (string | Html)[] = signIn
    ? [html`<a class="button" href="${signInAddress(path)}">Sign in with Slack</a>`]
    : [
        'It opens from a link that Belief Layer made, such as the one in an issue. Such a link works for some weeks: ask for a new one where you found it.',
        'The operator can let the members of the Slack workspace sign in: docs/pages.md says how.',
      ];
  ctx.status = 401;
  ctx.type = 'html';
  ctx.body = notice('You cannot see this page yet', why, ...how);
}

const TITLES: Record<number, string> = {
  400: 'This address is not valid',
  403: 'You cannot sign in',
  404: 'There is no such page',
};

/** Shows an error as a page. The log gets failures of the service, but no URL, which may contain a token. */
function tell(ctx: Page, error: unknown, { log, signIn }: PagesOptions, index?: string): void {
  const { requestId } = ctx.state;
  const { status, headers, body } = errorResponse(error, requestId);
  if (status >= 500) log.error({ err: error, requestId }, 'a page could not be shown');
  const again = error instanceof Refusal && error.code === 'forbidden' && signIn;
  const known =
    status === 404 ? 'It may have been removed, or the address is mistyped.' : body.error.message;
  ctx.set(headers);
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = notice(
    TITLES[status] ?? 'Something went wrong',
    known,
    ...(again ? [html`<a class="button" href="${SIGN_IN_PATH}">Sign in with Slack</a>`] : []),
    ...(index ? [html`<a href="${index}">All beliefs</a>`] : []),
  );
}
