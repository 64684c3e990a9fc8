import { createTask } from 'node-cron';
import { z } from 'zod';
import {
  digestBefore,
  digestBeliefs,
  digestOf,
  digestShown,
  keepDigest,
  keepDigestMessage,
  shippedSince,
  waitingCards,
} from '../../../db/queries/digest.js';
import { enqueue } from '../../../db/queries/enqueue.js';
import { countErasures, shareErasures } from '../../../db/queries/erasures.js';
import { channelFilled } from '../../../db/queries/slack-channel-cards.js';
import {
  beliefChanges,
  type DigestState,
  digestState,
} from '../../../src/beliefs/signals/changes.js';
import { settleTrajectories } from '../../../src/beliefs/signals/refresh-facts.js';
import { postsChanged } from '../../../src/core/announce.js';
import { type Context, inTransaction } from '../../../src/core/context.js';
import { days } from '../../../src/core/numbers.js';
import { readSettings } from '../../../src/core/team-settings.js';
import { type JobHandler, RetryLater, type Schedule } from '../../../src/jobs/index.js';
import { showPeople } from '../blocks/show-people.js';
import { CLAIM_IN_DOUBT_MS } from '../connection/app-settings.js';
import type { DigestTime, Slack } from '../connection/slack.js';
import { slackFailure } from '../connection/slack-failure.js';
import { actOnFailure } from '../delivery/act-on-failure.js';
import { postOnce } from '../delivery/post-once.js';
import { channelOf, isQuiet, timeZoneOf } from '../delivery/when-to-write.js';
import { type DigestMaterial, digestMessage, isNews, SHOWN } from './digest-message.js';
import { readProposals } from './proposals.js';

export const POST_DIGEST = 'slack-digest';

const Payload = z.object({ slot: z.coerce.date() });
const State = z.object({
  at: z.number(),
  rising: z.array(z.string()),
  quiet: z.array(z.string()),
  counter: z.record(z.string(), z.number()),
}) satisfies z.ZodType<DigestState>;

/** Period covered by a first digest. */
const FIRST_MS = days(7);
/** A slot that is later than this after an outage is skipped; the next digest covers it. */
const TOO_LATE_MS = 6 * 60 * 60_000;
const QUIET_AGAIN_MS = 5 * 60_000;

/** Posts the digest of one slot, once. Skipped without news, or before the channel has had its first cards. */
export const postDigest = (slack: Slack): JobHandler => ({
  kind: POST_DIGEST,
  async run(ctx, payload) {
    const { slot } = Payload.parse(payload);
    const settings = await readSettings(ctx.db);
    const channelId = channelOf(slack, settings);
    if (!channelId || ctx.now.getTime() - slot.getTime() > TOO_LATE_MS) return;
    if (isQuiet(settings.quietHours, timeZoneOf(slack, settings), ctx.now)) {
      throw new RetryLater(QUIET_AGAIN_MS, 'these are quiet hours');
    }
    try {
      const { workspaceId } = await slack.connection.connect();
      const channel = [workspaceId, channelId] as const;
      const filled = await ctx.db.row(channelFilled, ...channel);
      if (!filled || filled.filledAt >= slot) return;
      if (await ctx.db.row(digestOf, ...channel, slot)) return;
      const erasures = await ctx.db.row(countErasures);
      const digest = await gather(ctx, channel, slot);
      if (!digest) return;
      const place = {
        workspaceId,
        channelId,
        subjectType: 'digest' as const,
        subjectId: String(slot.getTime()),
      };
      const { names } = settings;
      const showQuotes = await slack.channels.showsQuotes(channelId, settings);
      const view = { now: ctx.now, names, showQuotes, pages: slack.pages };
      const message = await showPeople(ctx, names, digestMessage(digest, view));
      const version = await inTransaction(ctx, async (tx) => {
        await tx.db.row(shareErasures);
        const now = await tx.db.row(countErasures);
        if (now?.count !== erasures?.count) throw new RetryLater(0, 'a participant was erased');
        return (await tx.db.row(keepDigestMessage, ...channel, slot, message))?.version ?? 0;
      });
      const posted = await postOnce(ctx, slack, place, message, 'final');
      if (posted) {
        const shown = await ctx.db.row(digestShown, ...channel, slot, version);
        if (shown?.isOutdated) await postsChanged(ctx);
      }
      if (!posted && !(await ctx.db.row(digestOf, ...channel, slot))) {
        throw new RetryLater(CLAIM_IN_DOUBT_MS, 'a response from Slack is missing');
      }
    } catch (error) {
      if (error instanceof RetryLater) throw error;
      await actOnFailure(ctx, slack, slackFailure(error), channelId);
    }
  },
});

/** The digest's content, with its state stored for the next one; undefined if there is no news. */
async function gather(
  ctx: Context,
  channel: readonly [string, string],
  slot: Date,
): Promise<DigestMaterial | undefined> {
  await settleTrajectories(ctx);
  const last = await ctx.db.row(digestBefore, ...channel, slot);
  const before = last ? State.parse(last.state) : undefined;
  const since = new Date(before?.at ?? slot.getTime() - FIRST_MS);
  const [beliefs, shipped, waiting] = await Promise.all([
    ctx.db.rows(digestBeliefs),
    ctx.db.rows(shippedSince, since),
    ctx.db.rows(waitingCards, ...channel, since),
  ]);
  const changes = beliefChanges(before, beliefs, { since, now: ctx.now });
  const fresh = changes.fresh.slice(0, SHOWN).map(({ signalId }) => signalId);
  const isBeginning = !before && changes.fresh.length === beliefs.length;
  const proposals = await readProposals(ctx, fresh);
  const digest = { since, isBeginning, changes, shipped, waiting, proposals };
  const news = isNews(digest);
  await ctx.db.row(keepDigest, ...channel, slot, news ? digestState(beliefs, ctx.now) : 'null');
  return news ? digest : undefined;
}

const MINUTE_MS = 60_000;

/**
 * The latest minute at which the cron expression is due, after `after` and not after `now`; undefined if there is
 * none.
 */
function latestSlot({ cron, timeZone }: DigestTime, after: Date, now: Date): Date | undefined {
  const minutes = cron.trim().split(/\s+/).slice(-5).join(' '); // six fields start with seconds
  const task = createTask(minutes, () => {}, { timezone: timeZone });
  try {
    const last = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
    for (let at = last; at > after.getTime(); at -= MINUTE_MS) {
      if (task.match(new Date(at))) return new Date(at);
    }
    return undefined;
  } finally {
    void task.destroy();
  }
}

/** A slot missed while no process was running is caught up within this time. */
const LOOK_BACK_MS = 2 * 60 * 60_000;

/** Runs every minute: queues digests that are due, by the team's own time or the service's. */
export function askForDigests(
  teamIds: () => Promise<string[]>,
  { cron, timeZone }: DigestTime,
): Schedule['run'] {
  let lookedAt = new Date(0);
  return async ({ system }, firedAt) => {
    const after = new Date(Math.max(lookedAt.getTime(), firedAt.getTime() - LOOK_BACK_MS));
    for (const teamId of await teamIds()) {
      const db = system.team(teamId);
      const settings = await readSettings(db);
      const time = {
        cron: settings.digestCron ?? cron,
        timeZone: settings.timeZone ?? timeZone,
      };
      const slot = latestSlot(time, after, firedAt);
      if (slot) {
        const key = slot.toISOString();
        await enqueue(db, { kind: POST_DIGEST, key, payload: { slot: key } });
      }
    }
    lookedAt = firedAt;
  };
}
