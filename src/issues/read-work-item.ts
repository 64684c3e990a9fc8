import { z } from 'zod';
import { enqueue } from '../../db/queries/enqueue.js';
import type { Context } from '../core/context.js';
import type { Schedule } from '../jobs/index.js';
import type { JobHandler } from '../jobs/run-job.js';
import { trackerOf, type WorkItemDeps } from './adapter.js';
import { readMessageIssues } from './follow-message-issues.js';
import { followAgent } from './hand-over.js';
import {
  type FollowedLinkRow,
  followedLink,
  linksToRead,
  statusRead,
} from './queries/work-item-states.js';
import type { Tracker } from './tracker.js';
import { asJobFailure, TrackerFailure } from './tracker-failure.js';
import { updateStatus } from './update-status.js';

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
 * Reads a link's issue from its tracker and stores the result; false if none of our trackers recognizes the URL.
 */
async function readLink(ctx: Context, deps: WorkItemDeps, link: FollowedLinkRow): Promise<boolean> {
  const found = trackerOf(deps, link.url);
  if (!found) return false;
  const { tracker, externalId } = found;
  const seen = await tracker.read({
    externalId: link.status?.externalId ?? externalId,
    nativeId: link.status?.nativeId || undefined,
  });
  await updateStatus(ctx, tracker, link, seen, 'read');
  if (seen) await followAgent(ctx, deps, link);
  return true;
}

/** Requests a read of a linked issue from its tracker; concurrent requests are merged into one read. */
const READ_WORK_ITEM = 'read-work-item';

export const followWorkItem = (
  tx: Context,
  { recommendationId, normalizedUrl }: { recommendationId: string; normalizedUrl: string },
): Promise<void> =>
  enqueue(tx.db, {
    kind: READ_WORK_ITEM,
    key: `${recommendationId} ${normalizedUrl}`,
    payload: { recommendationId, normalizedUrl },
  });

const SWEEP_WORK_ITEMS = 'sweep-work-items';

const PAGE = 50;
/** Reads per sweep: GitHub allows 5,000 per hour, and other features use it too. */
const BUDGET = 400;
/** Cost of a failed read, in reads: it may have waited for a response. */
const FAILED_READ = 20;
/** Spreads sweeps, so that installations with the same clock do not all call at once. */
const JITTER_MS = 60_000;

/**
 * Reads linked issues that were not read lately, longest unread first. Changes that webhooks missed are found
 * within a quarter of an hour or, with very many links, in the following sweeps.
 */
export const sweepWorkItems = (deps: WorkItemDeps): JobHandler => ({
  kind: SWEEP_WORK_ITEMS,
  async run(ctx) {
    await readMessageIssues(ctx, deps);
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

/** Reads one link. A tracker that asks for a pause is not called again in this sweep. */
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
    // Next time, the links that can be read come first.
    await ctx.db.row(statusRead, link.recommendationId, link.normalizedUrl);
    return FAILED_READ;
  }
}

export const sweepSchedule = (teamId: string): Schedule => ({
  name: 'sweep-work-items',
  // Within the promised quarter of an hour, including the jitter and links skipped because they
  // were read in the last minute.
  cron: '1-59/12 * * * *',
  run: ({ system }, firedAt) =>
    enqueue(system.team(teamId), {
      kind: SWEEP_WORK_ITEMS,
      key: SWEEP_WORK_ITEMS,
      runAt: new Date(firedAt.getTime() + Math.random() * JITTER_MS),
    }),
});
