import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Secret } from '../../src/core/secret.js';
import type { TrackedIssue } from '../../src/issues/issue.js';
import type { Delivery, TrackerWebhook } from '../../src/issues/tracker.js';
import { presentIssue, presentTracked, TrackedGitHubIssue } from './github-issue.js';
import { questionOf } from './github-questions.js';

const IssueEvent = z.object({
  action: z.string(),
  issue: TrackedGitHubIssue,
  sender: z.object({ login: z.string() }).optional(),
  /** After a transfer: the issue in its new repository. */
  changes: z.object({ new_issue: TrackedGitHubIssue.optional() }).nullish(),
});

/** Actions with which the sender set the issue's current state. */
const MOVES = ['opened', 'closed', 'reopened', 'deleted', 'transferred'];

/** GitHub's deliveries. Their time is not signed, so repeats are detected by delivery id and body bytes. */
export class GitHubWebhook implements TrackerWebhook {
  constructor(
    private readonly secret: Secret,
    /** Absent if questions are not answered. */
    private readonly botName?: string | undefined,
  ) {}

  receive(headers: IncomingHttpHeaders, body: Buffer): Delivery | undefined {
    const signature = headers['x-hub-signature-256'];
    if (typeof signature !== 'string') return undefined;
    // a delivery without an id is identified by its bytes alone
    const id = String(headers['x-github-delivery'] || signature);
    if (!this.signed(body, signature)) return undefined;
    const form = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
    const event = headers['x-github-event'];
    const issue = event === 'issues' ? issueOf(body, form) : undefined;
    const question =
      event === 'issue_comment' && this.botName
        ? questionOf(parsed(body, form), this.botName)
        : undefined;
    return { id: id.slice(0, 200), ...(issue && { issue }), ...(question && { question }) };
  }

  private signed(body: Buffer, signature: string): boolean {
    const ours = `sha256=${createHmac('sha256', this.secret.reveal()).update(body).digest('hex')}`;
    const [a, b] = [Buffer.from(ours), Buffer.from(signature)];
    return a.length === b.length && timingSafeEqual(a, b);
  }
}

function issueOf(body: Buffer, form: boolean): Delivery['issue'] {
  const event = IssueEvent.safeParse(parsed(body, form)).data;
  if (!event || event.issue.pull_request) return undefined;
  const { action, issue, changes, sender } = event;
  const changedBy = MOVES.includes(action) ? sender?.login : undefined;
  const now: TrackedIssue = { ...presentTracked(issue), changedBy };
  if (action === 'deleted') return { ...now, state: 'deleted' };
  if (action !== 'transferred' || !changes?.new_issue) return now;
  const { externalId, nativeId, url } = presentIssue(issue);
  return { ...presentTracked(changes.new_issue), movedFrom: { externalId, nativeId, url } };
}

/** GitHub sends JSON, or by default a form that contains the JSON. */
function parsed(body: Buffer, form: boolean): unknown {
  const text = body.toString('utf8');
  try {
    return JSON.parse(form ? (new URLSearchParams(text).get('payload') ?? '') : text);
  } catch {
    return undefined;
  }
}
