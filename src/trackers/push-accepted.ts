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
import { mayExist, readPush } from './push-store.js';
import type { Tracker } from './tracker.js';
import type { WorkItemDeps } from './work-item-deps.js';

const Payload = z.object({ recommendationId: z.string(), provider: z.string().optional() });
type Payload = z.infer<typeof Payload>;

/**
 * Makes the issue of an accepted recommendation, where the team wants one and it is no work item anywhere yet.
 * Failures are tried again with back-off; the last one is told in the card's thread, with a button to try once more.
 */
export const pushAccepted = (deps: WorkItemDeps): JobHandler => ({
  kind: AUTO_PUSH,
  async run(ctx, payload) {
    const asked = Payload.parse(payload);
    const provider = await providerFor(ctx, deps, asked);
    if (provider === 'off') return;
    const { recommendationId } = asked;
    const { recommendation } = await workPacket(ctx, recommendationId);
    const { state, workItemLinks } = recommendation;
    const wanted = state === 'accepted' && (asked.provider || workItemLinks.length === 0);
    // a creation whose answer was lost is seen through: an issue that nobody knows of would be left over
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

/** Who asked says where; else the team's setting, and where it has none, the environment. */
const providerFor = async (
  ctx: Context,
  { autoPush }: WorkItemDeps,
  { provider }: Payload,
): Promise<string> => provider ?? (await readSettings(ctx.db)).autoPush ?? autoPush;

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
