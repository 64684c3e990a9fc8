import type { IncomingHttpHeaders } from 'node:http';
import { LinearWebhookClient } from '@linear/sdk/webhooks';
import { z } from 'zod';
import { MAX_QUESTION } from '../../src/core/numbers.js';
import type { Secret } from '../../src/core/secret.js';
import { cut } from '../../src/core/words.js';
import type { Delivery, QuestionInIssue, TrackerWebhook } from '../../src/issues/tracker.js';
import { presentTracked, TrackedLinearIssue } from './linear-issue.js';

const IssueEvent = z.object({
  type: z.literal('Issue'),
  action: z.string(),
  url: z.string().optional(),
  createdAt: z.coerce.date().optional(),
  actor: z.object({ name: z.string().optional() }).nullish(),
  data: TrackedLinearIssue.omit({ url: true, updatedAt: true }).extend({
    url: z.string().optional(),
    updatedAt: z.coerce.date().optional(),
    previousIdentifiers: z.array(z.string()).nullish(),
  }),
  updatedFrom: z.looseObject({ stateId: z.unknown().optional() }).nullish(),
  webhookTimestamp: z.number(),
});

const Comment = z.object({ body: z.string() }).nullish();

const SessionEvent = z.object({
  type: z.literal('AgentSessionEvent'),
  action: z.enum(['created', 'prompted']),
  agentSession: z.object({
    id: z.string(),
    comment: Comment,
    creatorId: z.string().nullish(),
    issue: z.object({ id: z.string(), identifier: z.string(), url: z.string() }),
  }),
  agentActivity: z
    .object({
      id: z.string(),
      signal: z.string().nullish(),
      content: z.looseObject({ type: z.string().optional(), body: z.string().optional() }),
      userId: z.string().nullish(),
    })
    .nullish(),
});

/**
 * Linear's deliveries: the SDK checks the signature, and that the signed time is within a minute. A webhook of the
 * workspace and one of the app have different secrets.
 */
export class LinearWebhook implements TrackerWebhook {
  private readonly clients: LinearWebhookClient[];

  constructor(
    secrets: Secret,
    /** True if the app answers in agent sessions. */
    private readonly answers: boolean,
  ) {
    this.clients = secrets
      .reveal()
      .split(',')
      .map((secret) => new LinearWebhookClient(secret.trim()));
  }

  receive(headers: IncomingHttpHeaders, body: Buffer): Delivery | undefined {
    const signature = headers['linear-signature'];
    if (typeof signature !== 'string') return undefined;
    // a delivery without an id is identified by its bytes alone
    const id = String(headers['linear-delivery'] || signature);
    const payload = this.parsed(body, signature);
    if (payload === undefined) return undefined;
    const issue = issueOf(payload);
    const question = this.answers ? questionOf(payload) : undefined;
    return { id: id.slice(0, 200), ...(issue && { issue }), ...(question && { question }) };
  }

  /** Undefined if the signature matches none of the secrets, or the time is not current. */
  private parsed(body: Buffer, signature: string): unknown {
    for (const client of this.clients) {
      try {
        return client.parseData(body, signature);
      } catch {}
    }
    return undefined;
  }
}

/**
 * A new session's question is in its comment, which a delegation does not have; in a prompt, it is the activity
 * itself.
 */
function questionOf(payload: unknown): QuestionInIssue | undefined {
  const event = SessionEvent.safeParse(payload).data;
  if (!event) return undefined;
  const { action, agentSession, agentActivity } = event;
  const { id, identifier, url } = agentSession.issue;
  const there = {
    threadId: agentSession.id,
    issue: { externalId: identifier, nativeId: id, url },
  };
  if (action === 'created') {
    const text = textOf(agentSession.comment?.body);
    const askedBy = agentSession.creatorId ?? '';
    return { ...there, questionId: agentSession.id, askedBy, text, stops: false };
  }
  if (!agentActivity) return undefined;
  const stops = agentActivity.signal === 'stop';
  const text = stops ? '' : textOf(agentActivity.content.body);
  const askedBy = agentActivity.userId ?? '';
  return { ...there, questionId: agentActivity.id, askedBy, text, stops };
}

const textOf = (body = ''): string => cut(body, MAX_QUESTION);

function issueOf(payload: unknown): Delivery['issue'] {
  const event = IssueEvent.safeParse(payload).data;
  const url = event?.data.url ?? event?.url;
  if (!event || !url) return undefined;
  const { data, action, actor } = event;
  const at = data.updatedAt ?? event.createdAt ?? new Date(event.webhookTimestamp);
  const issue = presentTracked({ ...data, url, updatedAt: at });
  // a removal does not change the issue's own timestamp
  const removed = action === 'remove';
  const removedAt = new Date(
    Math.max(at.getTime(), event.createdAt?.getTime() ?? event.webhookTimestamp),
  );
  const previous = data.previousIdentifiers?.at(-1);
  return {
    ...issue,
    ...(removed && { state: 'deleted' as const, updatedAt: removedAt }),
    ...((removed || changedState(event)) && { changedBy: actor?.name }),
    ...(previous && {
      movedFrom: { externalId: previous, url: url.replace(/\/issue\/.*$/, `/issue/${previous}`) },
    }),
  };
}

/** Editing the title of a finished issue does not mean that this user finished it. */
const changedState = ({ action, updatedFrom }: z.infer<typeof IssueEvent>): boolean =>
  action === 'create' || updatedFrom?.stateId !== undefined;
