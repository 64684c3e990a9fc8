import { WorkItemStatus } from '../../db/entities/work-item.js';
import { type Context, inTransaction } from '../context.js';
import { invalidRequest } from '../errors.js';
import { linkWorkItem } from '../recommendations/link-work-item.js';
import { fitTitle } from './issue-draft.js';
import { noteSighting } from './note-sighting.js';
import type { Tracker } from './tracker.js';
import { trackerOf } from './work-item-deps.js';
import { parseWorkItemUrl } from './work-item-url.js';

/**
 * Links an existing issue by its address, with title, key and state as its tracker gives them, once, whatever it was
 * called when it was linked; any other address as it is. Calls the tracker, so it must not run inside a transaction. Throws as `linkWorkItem` does, and
 * `invalid_request` where the tracker shows us no such issue, TrackerFailure where it does not answer.
 */
export async function linkIssue(
  ctx: Context,
  trackers: ReadonlyMap<string, Tracker>,
  recommendationId: string,
  url: string,
): Promise<{ name: string }> {
  const { normalizedUrl } = parseWorkItemUrl(url, { githubHosts: ctx.githubHosts ?? [] });
  const found = trackerOf({ trackers }, url);
  if (!found) {
    await linkWorkItem(ctx, recommendationId, { url });
    return { name: url };
  }
  const { tracker, externalId } = found;
  const issue = await tracker.read({ externalId });
  if (!issue || issue.state === 'deleted') {
    throw invalidRequest(
      `${tracker.name} shows us no issue ${externalId}: check the address, and that its credentials may see it.`,
    );
  }
  const title = fitTitle(issue.title);
  await inTransaction(ctx, async (tx) => {
    const same = { recommendationId, tracker: tracker.provider, nativeId: issue.nativeId };
    const known = await tx.db.findOne(WorkItemStatus, same);
    const item = { url: known?.normalizedUrl ?? url, title, externalId: issue.externalId };
    await linkWorkItem(tx, recommendationId, item);
    const link = { recommendationId, normalizedUrl: known?.normalizedUrl ?? normalizedUrl };
    await noteSighting(tx, tracker, link, issue, 'read');
  });
  return { name: issue.externalId };
}
