import { Recommendation, WorkItemLink } from '../../../db/entities/recommendation.js';
import { touchRecommendation } from '../../../db/queries/recommendation-writes.js';
import { noteOnRecommendation } from '../../core/announce.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidTransition, notFound } from '../../core/errors.js';
import { emit } from '../../core/events.js';
import { MAX_WORK_ITEMS } from '../../core/numbers.js';
import { checkUri, parseWorkItemUrl, trackerName } from '../../core/work-item-url.js';
import { recordChange } from './transition.js';

interface LinkWorkItemInput {
  /** http or https. The length limits are those of `MAX_WORK_ITEM`, as for the other fields. */
  url: string;
  title?: string | undefined;
  /** The tracker's own id. */
  externalId?: string | undefined;
  /** Set if this service has just created the issue. */
  made?: { tracker: string; dropped: readonly string[] };
}

/**
 * Links a work item, or updates title and external id of the link with the same normalized URL.
 * Throws `invalid_request` for an invalid URL, `not_found`, and `invalid_transition` for a new URL
 * if the recommendation already has 20 links.
 */
export function linkWorkItem(
  ctx: Context,
  recommendationId: string,
  input: LinkWorkItemInput,
): Promise<void> {
  if (!input.made) checkUri(input.url);
  const { provider, normalizedUrl } = parseWorkItemUrl(input.url, ctx.addressRules);
  const { externalId, made } = input;
  return inTransaction(ctx, async (tx) => {
    // The lock serializes concurrent callers, so that the limit holds.
    const found = await tx.db.lock(Recommendation, { recommendationId, published: true });
    if (!found) throw notFound('recommendation', recommendationId);
    const links = await tx.db.find(WorkItemLink, { recommendationId });
    const known = links.some((link) => link.normalizedUrl === normalizedUrl);
    if (known) {
      const changes = {
        provider,
        ...(input.title !== undefined && { title: input.title }),
        ...(externalId !== undefined && { externalId }),
      };
      await tx.db.update(WorkItemLink, { recommendationId, normalizedUrl }, changes);
    } else {
      if (links.length >= MAX_WORK_ITEMS) throw full(links.length);
      await tx.db.insert(WorkItemLink, {
        recommendationId,
        normalizedUrl,
        url: input.url,
        provider,
        externalId: externalId ?? null,
        title: input.title ?? null,
        linkedAt: tx.now,
        position: Math.max(-1, ...links.map((link) => link.position)) + 1,
      });
      await tx.db.rows(touchRecommendation, recommendationId);
    }
    if (!known) {
      const name = externalId ?? input.title ?? input.url;
      const tracker = made?.tracker ?? trackerName(provider, ctx.addressRules);
      const item = { name, url: input.url, tracker };
      const note = made?.dropped.length ? `left out: ${made.dropped.join('; ')}` : undefined;
      await noteOnRecommendation(
        tx,
        recommendationId,
        made ? { kind: 'issue_created', ...item, note } : { kind: 'linked', ...item },
      );
    }
    await recordChange(tx, recommendationId, {
      action: 'link_work_item',
      detail: { url: input.url, provider, again: known },
    });
    await emit(tx, 'workItemLinked', {
      recommendationId,
      normalizedUrl,
      created: made !== undefined,
    });
  });
}

const full = (count: number) =>
  invalidTransition(
    `This recommendation already has ${count} work items (maximum ${MAX_WORK_ITEMS}). You can only relink an existing one.`,
  );
