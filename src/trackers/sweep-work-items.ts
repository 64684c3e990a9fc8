import { z } from 'zod';
import { enqueue } from '../../db/queries/enqueue.js';
import { linksToRead } from '../../db/queries/work-item-states.js';
import type { JobHandler, Schedule } from '../jobs/index.js';
import { asJobFailure } from './job-failure.js';
import { readLink } from './read-work-item.js';
import { TrackerFailure } from './tracker-failure.js';
import type { WorkItemDeps } from './work-item-deps.js';

const SWEEP_WORK_ITEMS = 'sweep-work-items';

const PAGE = 50;
/** Reads in one sweep: GitHub allows 5,000 an hour, and other things ask it, too. */
const BUDGET = 400;
/** Services that keep the same clock do not all ask at once. */
const JITTER_MS = 120_000;

const Payload = z.object({
  after: z.tuple([z.string(), z.string()]).default(['', '']),
  left: z.number().default(BUDGET),
});

/** Reads linked issues not read lately, page by page: what webhooks missed is caught within the quarter hour. */
export const sweepWorkItems = (deps: WorkItemDeps): JobHandler => ({
  kind: SWEEP_WORK_ITEMS,
  async run(ctx, payload) {
    let { after, left } = Payload.parse(payload);
    const links = await ctx.db.rows(linksToRead, ...after, PAGE);
    for (const link of links) {
      try {
        if (await readLink(ctx, deps, link)) left -= 1;
      } catch (error) {
        const later = asJobFailure(error);
        if (later !== error || !(error instanceof TrackerFailure)) throw later;
        ctx.log.warn({ url: link.url, reason: error.message }, 'a linked issue was not read');
      }
      after = [link.recommendationId, link.normalizedUrl];
    }
    if (links.length === PAGE && left > 0) {
      await enqueue(ctx.db, {
        kind: SWEEP_WORK_ITEMS,
        key: SWEEP_WORK_ITEMS,
        payload: { after, left },
      });
    }
  },
});

export const sweepSchedule = (teamId: string): Schedule => ({
  name: 'sweep-work-items',
  cron: '3,18,33,48 * * * *',
  run: ({ system }, firedAt) =>
    enqueue(system.team(teamId), {
      kind: SWEEP_WORK_ITEMS,
      key: SWEEP_WORK_ITEMS,
      runAt: new Date(firedAt.getTime() + Math.random() * JITTER_MS),
    }),
});
