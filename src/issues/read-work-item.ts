import { z } from 'zod';
import type { Context } from '../core/context.js';
import type { JobHandler } from '../jobs/job-handler.js';
import { READ_WORK_ITEM } from './follow-work-item.js';
import { asJobFailure } from './job-failure.js';
import { type FollowedLinkRow, followedLink } from './queries/work-item-states.js';
import { updateStatus } from './update-status.js';
import { trackerOf, type WorkItemDeps } from './work-item-deps.js';

const Payload = z.object({ recommendationId: z.string(), normalizedUrl: z.string() });

/** Reads one linked issue and stores its current state. */
export const readWorkItem = (deps: WorkItemDeps): JobHandler => ({
  kind: READ_WORK_ITEM,
  async run(ctx, payload) {
    const { recommendationId, normalizedUrl } = Payload.parse(payload);
    const link = await ctx.db.row(followedLink, recommendationId, normalizedUrl);
    if (!link) return;
    await readLink(ctx, deps, link).catch((error: unknown) => {
      throw asJobFailure(error);
    });
  },
});

/**
 * Reads a link's issue from its tracker and stores the answer; false if none of our trackers
 * recognizes the URL.
 */
export async function readLink(
  ctx: Context,
  deps: WorkItemDeps,
  link: FollowedLinkRow,
): Promise<boolean> {
  const found = trackerOf(deps, link.url);
  if (!found) return false;
  const { tracker, externalId } = found;
  const seen = await tracker.read({
    externalId: link.status?.externalId ?? externalId,
    nativeId: link.status?.nativeId || undefined,
  });
  await updateStatus(ctx, tracker, link, seen, 'read');
  return true;
}
