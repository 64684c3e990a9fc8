import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type Koa from 'koa';
import { z } from 'zod';
import { MAX_QUESTION } from '../../src/core/numbers.js';
import { untrustedHost } from '../../src/core/untrusted-host.js';
import type { KnownTracker } from '../../src/issues/adapter.js';
import { untrustedPage } from '../guard.js';
import { render } from '../page/render.js';
import { PEOPLE } from '../people.js';
import { readBody } from '../read-body.js';
import { type MemoryIssue, MemoryTracker, memoryAddress } from './memory-tracker.js';
import { ISSUES_PATH, IssuePage, IssuesPage } from './pages.js';

/**
 * Issues that the demo team links to, in a repository that does not exist. They are kept here so that cards do not
 * show them as deleted.
 */
const DEMO_ISSUES: readonly MemoryIssue[] = [
  {
    externalId: 'kettle-demo/kettle#1408',
    nativeId: 'kettle-1408',
    title: 'Reminders: schedule and send',
    url: 'https://github.com/kettle-demo/kettle/pull/1408',
    state: 'completed',
  },
  {
    externalId: 'kettle-demo/kettle#1533',
    nativeId: 'kettle-1533',
    title: 'Monthly export for accountants',
    url: 'https://github.com/kettle-demo/kettle/issues/1533',
    state: 'open',
  },
].map((issue) => ({
  ...(issue as Pick<MemoryIssue, 'externalId' | 'nativeId' | 'title' | 'url' | 'state'>),
  updatedAt: new Date('2026-01-01T00:00:00Z'),
  clientId: '',
  comments: [],
}));

export interface SandboxTracker {
  tracker: MemoryTracker;
  known: KnownTracker;
  /** Serves the issues' pages. */
  middleware: Koa.Middleware;
  /** Path of the list of all issues. */
  pagesPath: string;
}

/**
 * Creates the sandbox's tracker, which is offered if no real one is configured. Its issues are stored in `file`,
 * because links outlive the process.
 */
export function createSandboxTracker(
  options: IssuePagesOptions & { file: string },
): SandboxTracker {
  const { baseUrl, file } = options;
  const identity = {
    provider: 'memory',
    name: 'Sandbox',
    prefix: 'TASK',
    base: `${baseUrl()}${ISSUES_PATH}`,
  };
  const tracker = new MemoryTracker({
    ...identity,
    secret: randomBytes(16).toString('hex'),
    issues: readIssues(file),
    places: [{ id: 'product', name: 'Product' }],
    labels: ['research', 'bug', 'feature', 'quick win'],
    people: PEOPLE.map(({ handle, name, email }) => ({ id: handle, name, email })),
    agents: [{ id: 'stand-in', name: 'Stand-in agent' }],
    save: (issues) => saveIssues(file, issues),
  });
  return {
    tracker,
    known: {
      ...identity,
      address: memoryAddress(identity),
      credential: '',
      connect: async () => tracker,
    },
    middleware: issuePages(tracker, options),
    pagesPath: ISSUES_PATH,
  };
}

/** Reads the stored issues. If the file is missing or damaged, only the demo's issues are left. */
function readIssues(file: string): MemoryIssue[] {
  try {
    const kept: MemoryIssue[] = JSON.parse(readFileSync(file, 'utf8'));
    return kept.map((issue) => ({ ...issue, updatedAt: new Date(issue.updatedAt) }));
  } catch {
    return structuredClone([...DEMO_ISSUES]);
  }
}

/** Writes to a second file first, so that a process killed midway leaves the old file intact. */
function saveIssues(file: string, issues: readonly MemoryIssue[]): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(issues));
  renameSync(`${file}.new`, file);
}

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const PATH = new RegExp(`^${ISSUES_PATH}(?:/([A-Z]+-\\d+))?$`);
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
const Move = z.enum(['completed', 'canceled', 'open', 'pull', 'merge']);
const IssueAction = z.union([
  z.object({ move: Move }),
  z.object({ comment: z.string().trim().min(1).max(MAX_QUESTION) }),
]);

interface IssuePagesOptions {
  /** URL of this server, such as `http://127.0.0.1:3000`. */
  baseUrl(): string;
  /** Public URL, if it differs. */
  publicUrl?(): string;
}

/** Pages on which a newcomer reads and closes the sandbox's issues. The service is notified by webhook. */
function issuePages(tracker: MemoryTracker, options: IssuePagesOptions): Koa.Middleware {
  const ours = () => tracker.issues.filter(({ url }) => url.includes(ISSUES_PATH)).toReversed();

  return async (ctx, next) => {
    const found = PATH.exec(ctx.path);
    if (!found) return next();
    ctx.set({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy': POLICY,
    });
    const why = untrustedHost(ctx, options);
    if (why) ctx.throw(403, why);
    const [, key] = found;
    if (!METHODS.has(ctx.method) || (ctx.method === 'POST' && !key)) {
      const allow = key ? 'GET, HEAD, POST' : 'GET, HEAD';
      ctx.throw(405, 'Open this page in a browser.', { headers: { allow } });
    }
    if (!key) return show(ctx, render(IssuesPage, { issues: ours() }));
    const issue = ours().find(({ externalId }) => externalId === key);
    if (!issue) return ctx.throw(404, `The sandbox has no issue ${key}.`);
    if (ctx.method !== 'POST') return show(ctx, render(IssuePage, { issue }));
    const refused = untrustedPage(ctx, 'application/x-www-form-urlencoded');
    if (refused) ctx.throw(403, refused);
    const form = Object.fromEntries(new URLSearchParams(await readBody(ctx.req)));
    const { data: action } = IssueAction.safeParse(form);
    if (!action) {
      const allowed = `move must be one of ${Move.options.join(', ')}`;
      return ctx.throw(400, `${allowed}, or comment 1 to ${MAX_QUESTION} characters.`);
    }
    const delivery = carryOut(tracker, issue, action);
    if (delivery) {
      const webhook = `${options.baseUrl()}/webhooks/${tracker.provider}`;
      await fetch(webhook, { method: 'POST', ...delivery });
    }
    ctx.redirect(ctx.path);
    ctx.status = 303;
  };
}

/**
 * Carries out a person's choice; the stand-in agent does nothing on its own. Returns the delivery to the service,
 * if there is one.
 */
function carryOut(tracker: MemoryTracker, issue: MemoryIssue, action: z.infer<typeof IssueAction>) {
  const { handle } = PEOPLE[1];
  if ('comment' in action) return tracker.say(issue, action.comment, handle);
  if (action.move === 'pull') tracker.openPull(issue, 'draft');
  else if (action.move === 'merge') tracker.openPull(issue, 'merged', handle);
  else tracker.move(issue, action.move, handle);
  return tracker.delivery(issue);
}

function show(ctx: Koa.Context, html: string): void {
  ctx.type = 'html';
  ctx.body = `<!doctype html>${html}`;
}
