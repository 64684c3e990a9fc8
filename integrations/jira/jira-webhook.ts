import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Secret } from '../../src/core/secret.js';
import type { Delivery, TrackerWebhook } from '../../src/issues/tracker.js';
import { issueUrl, presentTracked, TrackedJiraIssue } from './jira-issue.js';

/** Jira tries five times, with up to a quarter of an hour between two tries. */
const OLDEST_MS = 2 * 60 * 60_000;
const CLOCK_SKEW_MS = 60_000;

const Signed = z.looseObject({ timestamp: z.number() });
const IssueEvent = z.object({
  timestamp: z.number(),
  webhookEvent: z.enum(['jira:issue_created', 'jira:issue_updated', 'jira:issue_deleted']),
  issue: TrackedJiraIssue,
  user: z.object({ displayName: z.string().optional() }).nullish(),
  changelog: z
    .object({ items: z.array(z.object({ field: z.string(), fromString: z.string().nullish() })) })
    .nullish(),
});

/** Jira's deliveries: signed, with a timestamp in the signed body. */
export class JiraWebhook implements TrackerWebhook {
  constructor(
    private readonly secret: Secret,
    private readonly siteUrl: string,
  ) {}

  receive(headers: IncomingHttpHeaders, body: Buffer): Delivery | undefined {
    const signature = headers['x-hub-signature'];
    if (typeof signature !== 'string' || !this.signed(body, signature)) return undefined;
    const payload = parsed(body);
    const { timestamp } = Signed.safeParse(payload).data ?? {};
    const ageMs = Date.now() - (timestamp ?? Number.NaN);
    if (!(ageMs > -CLOCK_SKEW_MS && ageMs < OLDEST_MS)) return undefined;
    // a delivery without an id is identified by its bytes alone
    const id = String(headers['x-atlassian-webhook-identifier'] || signature);
    const issue = issueOf(payload, this.siteUrl);
    return { id: id.slice(0, 200), ...(issue && { issue }) };
  }

  private signed(body: Buffer, signature: string): boolean {
    const ours = `sha256=${createHmac('sha256', this.secret.reveal()).update(body).digest('hex')}`;
    const [a, b] = [Buffer.from(ours), Buffer.from(signature)];
    return a.length === b.length && timingSafeEqual(a, b);
  }
}

function issueOf(payload: unknown, siteUrl: string): Delivery['issue'] {
  const event = IssueEvent.safeParse(payload).data;
  if (!event) return undefined;
  const { webhookEvent, timestamp, user, changelog } = event;
  const issue = presentTracked(event.issue, siteUrl);
  // a removal does not change the issue's own timestamp
  const removed = webhookEvent === 'jira:issue_deleted';
  const removedAt = new Date(Math.max(issue.updatedAt.getTime(), timestamp));
  const changed = (field: string) => changelog?.items.find((item) => item.field === field);
  const moved = webhookEvent !== 'jira:issue_updated' || changed('status') || changed('resolution');
  const previous = changed('Key')?.fromString;
  return {
    ...issue,
    ...(removed && { state: 'deleted' as const, updatedAt: removedAt }),
    ...(moved && { changedBy: user?.displayName }),
    ...(previous && { movedFrom: { externalId: previous, url: issueUrl(previous, siteUrl) } }),
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
