import { Recommendation, WorkItemLink } from '../../db/entities/recommendation.js';
import { touchRecommendation } from '../../db/queries/recommendation-writes.js';
import { type Context, inTransaction } from '../context.js';
import { MAX_WORK_ITEMS } from '../decisions.js';
import { invalidTransition, notFound } from '../errors.js';
import { noteOnRecommendation } from '../outbox.js';
import { followWorkItem } from '../trackers/follow-work-item.js';
import { parseWorkItemUrl } from '../trackers/work-item-url.js';
import { recordChange } from './transition.js';

export interface LinkWorkItemInput {
  /** http or https; as long as `MAX_WORK_ITEM` allows, like the others. */
  url: string;
  title?: string | undefined;
  /** The tracker's own id. */
  externalId?: string | undefined;
  /** This service made it just now. */
  made?: { tracker: string; dropped: readonly string[] };
}

/**
 * Links a work item, or updates title and external id of the link with the same normalised address
 * (api.md 4.15). Throws `invalid_request` for an address that is none, `not_found`, and
 * `invalid_transition` for a new address where the recommendation holds 20 links.
 */
export function linkWorkItem(
  ctx: Context,
  recommendationId: string,
  input: LinkWorkItemInput,
): Promise<void> {
  const { provider, normalizedUrl } = parseWorkItemUrl(input.url, {
    githubHosts: ctx.githubHosts ?? [],
  });
  const { externalId, made } = input;
  return inTransaction(ctx, async (tx) => {
    // The lock makes five callers for the last place take turns at counting.
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
      const tracker = made?.tracker ?? TRACKER_NAMES[provider];
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
    if (!made) await followWorkItem(tx, { recommendationId, normalizedUrl });
  });
}

const TRACKER_NAMES = { linear: 'Linear', github: 'GitHub', url: undefined } as const;

const full = (count: number) =>
  invalidTransition(
    `This recommendation holds ${count} work items and ${MAX_WORK_ITEMS} is the most. Only a work item that is linked already can be linked again.`,
  );
