import { createHash } from 'node:crypto';
import { z } from 'zod';
import { WORK_ITEM_STATES } from '../../db/entities/work-item.js';
import { enqueue } from '../../db/queries/enqueue.js';
import { addDelivery, forgetDeliveries } from '../../db/queries/tracker-deliveries.js';
import { linksOfIssue } from '../../db/queries/work-item-states.js';
import type { TeamDatabase } from '../../db/team-database.js';
import type { JobHandler, Schedule } from '../jobs/index.js';
import { followWorkItem } from './follow-work-item.js';
import { noteSighting } from './note-sighting.js';
import type { Delivery } from './tracker-webhook.js';
import type { WorkItemDeps } from './work-item-deps.js';
import { parseWorkItemUrl } from './work-item-url.js';

const TAKE_DELIVERY = 'take-delivery';

const Issue = z.object({
  externalId: z.string(),
  nativeId: z.string(),
  url: z.string(),
  title: z.string(),
  state: z.enum(WORK_ITEM_STATES),
  updatedAt: z.coerce.date(),
  changedBy: z.string().optional(),
  movedFrom: z.object({ externalId: z.string(), url: z.string() }).optional(),
});
const Payload = z.object({ provider: z.string(), issue: Issue });

/** Stores a verified delivery, to be worked by a job; one that was here before changes nothing. */
export const storeDelivery = (
  db: TeamDatabase,
  provider: string,
  { id, issue }: Delivery,
  body: Buffer,
): Promise<void> =>
  db.transaction(async (tx) => {
    const hash = createHash('sha256').update(body).digest();
    if (!(await tx.row(addDelivery, provider, id, hash)) || !issue) return;
    await enqueue(tx, {
      kind: TAKE_DELIVERY,
      key: `${provider} ${id}`,
      payload: { provider, issue },
    });
  });

/**
 * Keeps what a delivery says of the issues that are linked, and has each read again: deliveries come late and in
 * any order, the tracker's own answer ends every doubt.
 */
export const takeDelivery = ({ trackers }: WorkItemDeps): JobHandler => ({
  kind: TAKE_DELIVERY,
  async run(ctx, payload) {
    const { provider, issue } = Payload.parse(payload);
    const tracker = trackers.get(provider);
    if (!tracker) return;
    const known = [issue, ...(issue.movedFrom ? [issue.movedFrom] : [])];
    const { githubHosts = [] } = ctx;
    const links = await ctx.db.rows(
      linksOfIssue,
      provider,
      issue.nativeId,
      known.map(({ externalId }) => externalId),
      known.map(({ url }) => parseWorkItemUrl(url, { githubHosts }).normalizedUrl),
    );
    for (const link of links) {
      await noteSighting(ctx, tracker, link, issue, 'delivery');
      await followWorkItem(ctx, link);
    }
  },
});

export const forgetDeliveriesSchedule: Schedule = {
  name: 'forget-tracker-deliveries',
  cron: '41 3 * * *',
  run: async ({ system }) => {
    await system.rows(forgetDeliveries);
  },
};
