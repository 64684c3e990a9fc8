import { z } from 'zod';
import type { Context } from '../context.js';
import type { JobHandler } from '../jobs/job-handler.js';
import { noteOnRecommendation } from '../outbox.js';
import { workPacket } from '../recommendations/work-packet.js';
import { readSettings } from '../settings/team-settings.js';
import { AUTO_PUSH } from './auto-push.js';
import { createWorkItem } from './create-work-item.js';
import { type IssueRequest, priorityOf } from './issue-draft.js';
import { asJobFailure, isRefused } from './job-failure.js';
import type { Tracker } from './tracker.js';
import type { WorkItemDeps } from './work-item-deps.js';

const Payload = z.object({ recommendationId: z.string(), provider: z.string().optional() });
type Payload = z.infer<typeof Payload>;

/**
 * Makes the issue of an accepted recommendation, where the team wants one and it has none there. Failures are tried
 * again with back-off; the last one is told in the card's thread, with a button to try once more.
 */
export const pushAccepted = (deps: WorkItemDeps): JobHandler => ({
  kind: AUTO_PUSH,
  async run(ctx, payload) {
    const asked = Payload.parse(payload);
    const tracker = await trackerFor(ctx, deps, asked);
    if (!tracker) return;
    const { recommendationId } = asked;
    const { recommendation } = await workPacket(ctx, recommendationId);
    const linked = recommendation.workItemLinks.some(({ url }) => tracker.parse(url));
    if (recommendation.state !== 'accepted' || linked) return;
    const request = await requestFor(ctx, tracker, priorityOf(recommendation.actionItems));
    try {
      await createWorkItem(ctx, tracker, recommendationId, request);
    } catch (error) {
      if (!isRefused(error)) throw asJobFailure(error);
      await sayItFailed(ctx, tracker, recommendationId, error.message);
    }
  },
  async gaveUp(ctx, payload, reason) {
    const asked = Payload.parse(payload);
    const tracker = await trackerFor(ctx, deps, asked);
    if (tracker) await sayItFailed(ctx, tracker, asked.recommendationId, reason);
  },
});

async function trackerFor(
  ctx: Context,
  { trackers, autoPush }: WorkItemDeps,
  { provider }: Payload,
): Promise<Tracker | undefined> {
  return trackers.get(provider ?? (await readSettings(ctx.db)).autoPush ?? autoPush);
}

async function requestFor(
  ctx: Context,
  { hasPriority }: Tracker,
  priority: IssueRequest['priority'],
): Promise<IssueRequest> {
  const { labels, assignee } = (await readSettings(ctx.db)).trackerDefaults;
  return {
    labels,
    ...(assignee && { assignee }),
    ...(hasPriority && priority && { priority }),
  };
}

const sayItFailed = (
  ctx: Context,
  { provider, name }: Tracker,
  recommendationId: string,
  reason: string,
): Promise<void> =>
  noteOnRecommendation(ctx, recommendationId, {
    kind: 'issue_failed',
    tracker: name,
    provider,
    recommendationId,
    reason,
  });
