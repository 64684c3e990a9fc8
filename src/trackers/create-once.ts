import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.js';
import { invalidTransition } from '../errors.js';
import type { CreatedIssue } from './issue.js';
import { type HeldPush, renewPush } from './push-store.js';
import type { IssueDraft, Tracker } from './tracker.js';
import { TrackerFailure } from './tracker-failure.js';

/** Creations sent within one call; the second only once the first is known to have come to nothing. */
const SENDS = 2;

/**
 * The push's issue: made, or found where an earlier creation made it and the answer was lost.
 * Throws TrackerFailure; the push remembers whether a creation may still have taken effect.
 */
export async function createOnce(
  ctx: Context,
  tracker: Tracker,
  push: HeldPush,
  draft: IssueDraft,
): Promise<CreatedIssue> {
  const attempt = { clientId: push.clientId, startedAt: push.createdAt };

  const find = () =>
    tracker.find(draft, attempt).catch((error: unknown) => {
      throw error instanceof TrackerFailure ? notFindable(tracker.name, error) : error;
    });

  /** Looks twice: at once, and when a creation still under way can no longer take effect. */
  const lookUp = async (sinceSentMs: number): Promise<CreatedIssue | undefined> => {
    await hold(ctx, push, 'kept');
    const found = await find();
    const unsettledMs = tracker.settleMs - sinceSentMs;
    if (found || unsettledMs <= 0) return found;
    await sleep(unsettledMs);
    return find();
  };

  const earlier = push.sinceSentMs === undefined ? undefined : await lookUp(push.sinceSentMs);
  if (earlier) return earlier;
  for (let sends = 1; ; sends++) {
    await hold(ctx, push, 'sent');
    const sentAt = performance.now();
    try {
      return await tracker.create(draft, attempt);
    } catch (error) {
      if (!(error instanceof TrackerFailure)) throw error;
      if (error.kind !== 'unclear') {
        await renewPush(ctx.db, push, 'none');
        throw error;
      }
      const found = await lookUp(performance.now() - sentAt);
      if (found) return found;
      if (sends >= SENDS) throw error;
    }
  }
}

/** Refuses to go on where another process took the push over: it may be creating the issue now. */
async function hold(ctx: Context, push: HeldPush, creation: 'sent' | 'kept'): Promise<void> {
  if (await renewPush(ctx.db, push, creation)) return;
  throw invalidTransition('Another process took over creating this issue: look again in a moment.');
}

const notFindable = (name: string, failure: TrackerFailure): TrackerFailure =>
  new TrackerFailure(
    'unclear',
    `An answer of ${name} was lost, so the issue may exist, and looking for it failed. ${failure.message}`,
    failure.retryAfterMs,
  );
