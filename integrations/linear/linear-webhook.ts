import type { IncomingHttpHeaders } from 'node:http';
import { LinearWebhookClient } from '@linear/sdk/webhooks';
import { z } from 'zod';
import type { Secret } from '../../src/core/secret.js';
import type { Delivery, TrackerWebhook } from '../../src/issues/tracker.js';
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

/** Linear's deliveries: the SDK checks the signature and that the signed time is within a minute. */
export class LinearWebhook implements TrackerWebhook {
  private readonly client: LinearWebhookClient;

  constructor(secret: Secret) {
    this.client = new LinearWebhookClient(secret.reveal());
  }

  receive(headers: IncomingHttpHeaders, body: Buffer): Delivery | undefined {
    const signature = headers['linear-signature'];
    if (typeof signature !== 'string') return undefined;
    // a delivery without an id is identified by its bytes alone
    const id = String(headers['linear-delivery'] || signature);
    let payload: unknown;
    try {
      payload = this.client.parseData(body, signature);
    } catch {
      return undefined;
    }
    const issue = issueOf(payload);
    return { id: id.slice(0, 200), ...(issue && { issue }) };
  }
}

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

/** Editing the title of a finished issue does not make someone the person who finished it. */
const changedState = ({ action, updatedFrom }: z.infer<typeof IssueEvent>): boolean =>
  action === 'create' || updatedFrom?.stateId !== undefined;
