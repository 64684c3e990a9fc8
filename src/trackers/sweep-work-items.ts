import { enqueue } from '../../db/queries/enqueue.js';
import {
  type FollowedLinkRow,
  linksToRead,
  statusRead,
} from '../../db/queries/work-item-states.js';
import type { Context } from '../context.js';
import type { JobHandler, Schedule } from '../jobs/index.js';
import { readLink } from './read-work-item.js';
import type { Tracker } from './tracker.js';
import { TrackerFailure } from './tracker-failure.js';
import { trackerOf, type WorkItemDeps } from './work-item-deps.js';

const SWEEP_WORK_ITEMS = 'sweep-work-items';

const PAGE = 50;
/** Reads in one sweep: GitHub allows 5,000 an hour, and other things ask it, too. */
const BUDGET = 400;
/** What a read that failed costs of them: it may have waited for an answer. */
const FAILED_READ = 20;
/** Services that keep the same clock do not all ask at once. */
const JITTER_MS = 120_000;

/**
 * Reads linked issues not read lately, the longest unread first: what webhooks missed is caught within the quarter
 * hour, or, of very many, in the sweeps that follow.
 */
export const sweepWorkItems = (deps: WorkItemDeps): JobHandler => ({
  kind: SWEEP_WORK_ITEMS,
  async run(ctx) {
    const asked = { ...deps, trackers: new Map(deps.trackers) };
    let last: Pick<FollowedLinkRow, 'readAt' | 'recommendationId' | 'normalizedUrl'> | undefined;
    for (let left = BUDGET; ; ) {
      const { readAt = null, recommendationId = '', normalizedUrl = '' } = last ?? {};
      const links = await ctx.db.rows(linksToRead, readAt, recommendationId, normalizedUrl, PAGE);
      for (const link of links) {
        if (left <= 0) return;
        left -= await costOfReading(ctx, asked, link);
      }
      if (links.length < PAGE) return;
      last = links.at(-1);
    }
  },
});

/** Reads one; a tracker that asks for a pause is not asked again in this sweep. */
async function costOfReading(
  ctx: Context,
  asked: WorkItemDeps & { trackers: Map<string, Tracker> },
  link: FollowedLinkRow,
): Promise<number> {
  try {
    return (await readLink(ctx, asked, link)) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof TrackerFailure)) throw error;
    ctx.log.warn({ url: link.url, reason: error.message }, 'a linked issue was not read');
    if (error.retryAfterMs !== undefined) {
      asked.trackers.delete(trackerOf(asked, link.url)?.tracker.provider ?? '');
      return 0;
    }
    // those that can be read come before it the next time
    await ctx.db.row(statusRead, link.recommendationId, link.normalizedUrl);
    return FAILED_READ;
  }
}

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
