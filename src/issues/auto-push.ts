import { z } from 'zod';
import { enqueue } from '../../db/queries/enqueue.js';
import { workPacket } from '../beliefs/recommendations/work-packet.js';
import { noteOnRecommendation } from '../core/announce.js';
import type { Context } from '../core/context.js';
import { readSettings } from '../core/team-settings.js';
import type { JobHandler } from '../jobs/run-job.js';
import type { WorkItemDeps } from './adapter.js';
import { type IssueRequest, priorityOf } from './issue.js';
import { createWorkItem, mayExist } from './push.js';
import { readPush } from './push-store.js';
import type { Tracker } from './tracker.js';
import { asJobFailure, isRefused } from './tracker-failure.js';

/** Creates the issue of an accepted recommendation, if the team wants that. */
export const AUTO_PUSH = 'auto-push';

/**
 * Requests the issue in the caller's transaction. `provider` is set if a user requested it (retry of a failed
 * push). Without it, the job reads the team's setting when it runs.
 */
export const autoPush = (tx: Context, recommendationId: string, provider?: string): Promise<void> =>
  enqueue(tx.db, {
    kind: AUTO_PUSH,
    key: recommendationId,
    payload: { recommendationId, ...(provider && { provider }) },
  });

const Payload = z.object({ recommendationId: z.string(), provider: z.string().optional() });
type Payload = z.infer<typeof Payload>;

/**
 * Creates the issue of an accepted recommendation if the team wants one and no work item is linked yet. Failures
 * are retried with back-off. The last failure is posted to the card's thread with a retry button.
 */
export const autoPushJob = (deps: WorkItemDeps): JobHandler => ({
  kind: AUTO_PUSH,
  async run(ctx, payload) {
    const asked = Payload.parse(payload);
    const provider = await providerFor(ctx, deps, asked);
    if (provider === 'off') return;
    const { recommendationId } = asked;
    const { recommendation } = await workPacket(ctx, recommendationId);
    const { state, workItemLinks } = recommendation;
    const wanted = state === 'accepted' && (asked.provider || workItemLinks.length === 0);
    // A creation whose response was lost is always completed, because an unlinked issue could remain otherwise.
    if (!wanted && !mayExist(await readPush(ctx.db, { recommendationId, provider }))) return;
    const tracker = deps.trackers.get(provider);
    if (!tracker) {
      const why = `${provider} is not configured for this team.`;
      return sayItFailed(ctx, { provider, name: provider }, recommendationId, why);
    }
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
    const tracker = deps.trackers.get(await providerFor(ctx, deps, asked));
    if (tracker) await sayItFailed(ctx, tracker, asked.recommendationId, reason);
  },
});

/** The provider that a user asked for, or else that of the team's setting, or else that of AUTO_PUSH. */
const providerFor = async (
  ctx: Context,
  { autoPush }: WorkItemDeps,
  { provider }: Payload,
): Promise<string> => provider ?? (await readSettings(ctx.db)).autoPush ?? autoPush;

async function requestFor(
  ctx: Context,
  { hasPriority, agents }: Tracker,
  priority: IssueRequest['priority'],
): Promise<IssueRequest> {
  const { trackerDefaults, handOverTo } = await readSettings(ctx.db);
  const { labels, assignee } = trackerDefaults;
  return {
    labels,
    ...(assignee && { assignee }),
    ...(hasPriority && priority && { priority }),
    ...(agents && handOverTo && { handTo: handOverTo }),
  };
}

const sayItFailed = (
  ctx: Context,
  { provider, name }: Pick<Tracker, 'provider' | 'name'>,
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
