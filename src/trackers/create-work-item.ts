import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, inTransaction } from '../context.js';
import { MAX_WORK_ITEMS } from '../decisions.js';
import { invalidTransition, Refusal } from '../errors.js';
import { linkWorkItem } from '../recommendations/link-work-item.js';
import { createOnce } from './create-once.js';
import type { CreatedIssue } from './issue.js';
import { fitTitle, type IssueRequest, issueDraft } from './issue-draft.js';
import { issuePacket } from './issue-packet.js';
import { noteSighting } from './note-sighting.js';
import {
  claimPush,
  finishPush,
  type HeldPush,
  mayExist,
  type PushKey,
  readPush,
  recordIssue,
  releasePush,
} from './push-store.js';
import type { IssueDraft, Tracker } from './tracker.js';
import { rateLimited } from './tracker-failure.js';
import { parseWorkItemUrl } from './work-item-url.js';

/** How long a second caller waits for the first one's issue. */
const PATIENCE_MS = 20_000;
const POLL_MS = 200;

export interface WorkItemResult extends Pick<CreatedIssue, 'externalId' | 'url' | 'dropped'> {
  /** False where the issue was there before this call, or another caller made it meanwhile. */
  created: boolean;
}

/**
 * Makes one issue with the recommendation's work packet and links it; called again, or where one of this tracker is
 * linked already, gives that one. At most one issue exists per recommendation and tracker whatever is lost or dies on the way, and
 * whoever calls at once. Calls the tracker, so it must not run inside a transaction.
 * Throws `not_found` for an unknown recommendation and TrackerFailure where there is no linked issue yet.
 */
export async function createWorkItem(
  ctx: Context,
  tracker: Tracker,
  recommendationId: string,
  request: IssueRequest = {},
): Promise<WorkItemResult> {
  if (ctx.db.inTransaction) {
    throw new Error('createWorkItem waits for a tracker: call it outside transactions');
  }
  const key: PushKey = { recommendationId, provider: tracker.provider };
  const { place = tracker.place } = request;
  const packet = await issuePacket(ctx, recommendationId);
  const links = packet.recommendation.workItemLinks;
  for (const giveUpAt = performance.now() + PATIENCE_MS; ; await sleep(POLL_MS)) {
    const push = await readPush(ctx.db, key);
    if (push?.linked && push.issue) return { ...push.issue, created: false };
    const linked = mayExist(push) ? undefined : linkedIssue(links, tracker);
    if (linked) return { ...linked, dropped: [], created: false };
    if (!push?.issue && links.length >= MAX_WORK_ITEMS) {
      throw invalidTransition(
        `The recommendation already holds ${MAX_WORK_ITEMS} work items, so no ${tracker.name} issue was made.`,
      );
    }
    const held = await claimPush(ctx.db, key, { ...request, place });
    if (held) return complete(ctx, tracker, held, issueDraft(packet, held.request));
    if (performance.now() > giveUpAt) {
      throw invalidTransition(
        `The ${tracker.name} issue is being created by somebody else right now: look again in a moment.`,
      );
    }
  }
}

function linkedIssue(links: readonly { url: string }[], tracker: Tracker) {
  const [found] = links.flatMap(({ url }) => {
    const externalId = tracker.parse(url);
    return externalId ? [{ externalId, url }] : [];
  });
  return found;
}

async function complete(
  ctx: Context,
  tracker: Tracker,
  push: HeldPush,
  draft: IssueDraft,
): Promise<WorkItemResult> {
  try {
    if (push.waitMs > 0) throw rateLimited(tracker.name, push.waitMs);
    const issue = push.issue ?? (await createOnce(ctx, tracker, push, draft));
    if (!push.issue) await recordIssue(ctx.db, push, issue);
    await link(ctx, tracker, push.recommendationId, issue);
    await finishPush(ctx.db, push);
    return { ...issue, created: true };
  } catch (error) {
    const failure =
      error instanceof Refusal
        ? { message: error.message, ...error.details }
        : { message: 'The service failed; its log says why.' };
    await releasePush(ctx.db, push, failure);
    ctx.log.warn(
      {
        provider: tracker.provider,
        recommendationId: push.recommendationId,
        failure: failure.message,
      },
      'an issue was not created',
    );
    throw error;
  }
}

async function link(
  ctx: Context,
  tracker: Tracker,
  recommendationId: string,
  issue: CreatedIssue,
): Promise<void> {
  const { url, externalId } = issue;
  const title = fitTitle(issue.title);
  const { normalizedUrl } = parseWorkItemUrl(url, { githubHosts: ctx.githubHosts ?? [] });
  // as it was made; whatever the tracker says of it is newer
  const asMade = { ...issue, state: 'open' as const, updatedAt: new Date(0) };
  try {
    await inTransaction(ctx, async (tx) => {
      const made = { tracker: tracker.name, dropped: issue.dropped };
      await linkWorkItem(tx, recommendationId, { url, title, externalId, made });
      await noteSighting(tx, tracker, { recommendationId, normalizedUrl }, asMade, 'delivery');
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const message = `${externalId} exists at ${url}, but is not linked yet. ${error.message}`;
    throw new Refusal(error.code, message, error.details);
  }
}
