import { WorkItemStatus } from '../../db/entities/work-item.js';
import { linkWorkItem } from '../beliefs/recommendations/link-work-item.js';
import { type Context, inTransaction } from '../core/context.js';
import { invalidRequest } from '../core/errors.js';
import { parseWorkItemUrl } from '../core/work-item-url.js';
import { trackerOf } from './adapter.js';
import { fitTitle } from './issue.js';
import type { Tracker } from './tracker.js';
import { updateStatus } from './update-status.js';

/**
 * Links an existing issue by its URL, with the title, key and state from its tracker. It is linked once, even if it
 * was linked before under another name. Any other URL is linked as it is. Calls the tracker, so it must not run
 * inside a transaction. Throws as `linkWorkItem` does, `invalid_request` if the tracker does not show us such an
 * issue, and TrackerFailure if it does not answer.
 */
export async function linkIssue(
  ctx: Context,
  trackers: ReadonlyMap<string, Tracker>,
  recommendationId: string,
  url: string,
): Promise<{ name: string }> {
  const { normalizedUrl } = parseWorkItemUrl(url, ctx.addressRules);
  const found = trackerOf({ trackers }, url);
  if (!found) {
    await linkWorkItem(ctx, recommendationId, { url });
    return { name: url };
  }
  const { tracker, externalId } = found;
  const issue = await tracker.read({ externalId });
  if (!issue || issue.state === 'deleted') {
    throw invalidRequest(
      `${tracker.name} does not show us the issue ${externalId}: check the address, and that its credentials may see it.`,
    );
  }
  const title = fitTitle(issue.title);
  await inTransaction(ctx, async (tx) => {
    const same = { recommendationId, tracker: tracker.provider, nativeId: issue.nativeId };
    const known = await tx.db.findOne(WorkItemStatus, same);
    const item = { url: known?.normalizedUrl ?? url, title, externalId: issue.externalId };
    await linkWorkItem(tx, recommendationId, item);
    const link = { recommendationId, normalizedUrl: known?.normalizedUrl ?? normalizedUrl };
    await updateStatus(tx, tracker, link, issue, 'read');
  });
  return { name: issue.externalId };
}
