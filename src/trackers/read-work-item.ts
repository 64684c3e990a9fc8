import { z } from 'zod';
import { type FollowedLinkRow, followedLink } from '../../db/queries/work-item-states.js';
import type { Context } from '../context.js';
import type { JobHandler } from '../jobs/job-handler.js';
import { READ_WORK_ITEM } from './follow-work-item.js';
import { asJobFailure } from './job-failure.js';
import { noteSighting } from './note-sighting.js';
import { trackerOf, type WorkItemDeps } from './work-item-deps.js';

const Payload = z.object({ recommendationId: z.string(), normalizedUrl: z.string() });

/** Reads one linked issue and keeps what it is now. */
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

/** Asks the link's tracker and keeps the answer; false where no tracker of ours knows the address. */
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
  await noteSighting(ctx, tracker, link, seen, 'read');
  return true;
}
