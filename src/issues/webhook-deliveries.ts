import { createHash } from 'node:crypto';
import { z } from 'zod';
import { WORK_ITEM_STATES } from '../../db/entities/work-item.js';
import { enqueue } from '../../db/queries/enqueue.js';
import { systemStatement, teamStatement } from '../../db/statement.js';
import type { TeamDatabase } from '../../db/team-database.js';
import { parseWorkItemUrl } from '../core/work-item-url.js';
import type { JobHandler, Schedule } from '../jobs/index.js';
import type { WorkItemDeps } from './adapter.js';
import { messageIssueReported } from './follow-message-issues.js';
import { forgetQuestions } from './queries/issue-questions.js';
import { linksOfIssue } from './queries/work-item-states.js';
import { takeQuestion } from './questions.js';
import { followWorkItem } from './read-work-item.js';
import type { Delivery } from './tracker.js';
import { updateStatus } from './update-status.js';

/** Stores a delivery of tracker $2 with id $3 and the SHA-256 $4 of its bytes; no row if it was received before. */
const addDelivery = teamStatement<
  { deliveryId: string },
  [tracker: string, deliveryId: string, bodyHash: Buffer]
>(
  'trackerDeliveries.add',
  `insert into tracker_deliveries (team_id, tracker, delivery_id, body_hash) values ($1, $2, $3, $4)
   on conflict do nothing
   returning delivery_id as "deliveryId"`,
);

/**
 * Deletes deliveries that are too old for any tracker to repeat; a repetition would be outdated by the tracker's
 * clock.
 */
const forgetDeliveries = systemStatement(
  'trackerDeliveries.forget',
  `delete from tracker_deliveries where received_at < now() - interval '30 days'`,
);

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

/** Stores a verified delivery for jobs to process; a repeated one changes nothing. */
export const storeDelivery = (
  db: TeamDatabase,
  provider: string,
  { id, issue, question }: Delivery,
  body: Buffer,
): Promise<void> =>
  db.transaction(async (tx) => {
    const hash = createHash('sha256').update(body).digest();
    if (!(await tx.row(addDelivery, provider, id, hash))) return;
    if (question) await takeQuestion(tx, provider, question);
    if (!issue) return;
    await enqueue(tx, {
      kind: TAKE_DELIVERY,
      key: `${provider} ${id}`,
      payload: { provider, issue },
    });
  });

/**
 * Stores a delivery's report on the linked issues and requests a read of each: deliveries come late and in any
 * order, and only the tracker's own answer is certain.
 */
export const takeDelivery = ({ trackers }: WorkItemDeps): JobHandler => ({
  kind: TAKE_DELIVERY,
  async run(ctx, payload) {
    const { provider, issue } = Payload.parse(payload);
    const tracker = trackers.get(provider);
    if (!tracker) return;
    const known = [issue, ...(issue.movedFrom ? [issue.movedFrom] : [])];
    const links = await ctx.db.rows(
      linksOfIssue,
      provider,
      issue.nativeId,
      known.map(({ externalId }) => externalId),
      known.map(({ url }) => parseWorkItemUrl(url, ctx.addressRules).normalizedUrl),
    );
    for (const link of links) {
      await updateStatus(ctx, tracker, link, issue, 'delivery');
      await followWorkItem(ctx, link);
    }
    await messageIssueReported(ctx, tracker, issue);
  },
});

export const forgetDeliveriesSchedule: Schedule = {
  name: 'forget-tracker-deliveries',
  cron: '41 3 * * *',
  run: async ({ system }) => {
    await system.rows(forgetDeliveries);
    await system.rows(forgetQuestions);
  },
};
