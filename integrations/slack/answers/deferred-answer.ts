import { z } from 'zod';
import { enqueue } from '../../../db/queries/enqueue.js';
import type { Context } from '../../../src/core/context.js';
import { Refusal } from '../../../src/core/errors.js';
import { failureIn } from '../connection/slack-failure.js';
import { settleOwed } from '../queries/answers.js';

export const DEFERRED_ANSWER = 'slack-answer-late';

/**
 * Longer than any answer takes, including model calls and short rate limits. After this time, the process that owed
 * the answer is gone.
 */
const OWED_MS = 60_000;

/** A question that was acknowledged, and where to send its answer. */
export const DeferredAnswer = z.object({
  /** The same for the same question. */
  key: z.string(),
  workspaceId: z.string(),
  question: z.string(),
  askedBy: z.string(),
  reply: z.discriminatedUnion('kind', [
    z.object({
      /** In the conversation of the question; the word is stored with the job. */
      kind: z.literal('there'),
      channelId: z.string(),
      thread: z.string(),
      /** The message with the question. */
      askedTs: z.string().optional(),
      /** The message that will be edited into the answer, if it is already posted. */
      noticeTs: z.string().optional(),
    }),
    z.object({ kind: z.literal('private'), responseUrl: z.string() }),
  ]),
});
export type DeferredAnswer = z.infer<typeof DeferredAnswer>;

/** Records that an answer is owed: if this process ends first, another one posts it. */
export const deferAnswer = (
  ctx: Context,
  owed: DeferredAnswer,
  withinMs = OWED_MS,
): Promise<void> =>
  enqueue(ctx.db, {
    kind: DEFERRED_ANSWER,
    key: owed.key,
    payload: owed,
    runAt: new Date(Date.now() + withinMs),
  });

/**
 * Returns the error to throw when an answer could not be posted. After a rate limit, the answer is posted later,
 * and the error says when.
 */
export async function notGiven(
  ctx: Context,
  owed: DeferredAnswer,
  error: unknown,
): Promise<unknown> {
  const { kind, retryAfterMs = 0 } = failureIn(error) ?? {};
  if (kind !== 'waiting') return error;
  await deferAnswer(ctx, owed, retryAfterMs);
  const secs = Math.ceil(retryAfterMs / 1000);
  return new Refusal(
    'rate_limited',
    `Slack asks us to slow down. Your answer will follow in about ${secs} seconds.`,
  );
}

/**
 * True if a private answer that could not be sent will be sent later. Nothing is posted in the meantime, since a
 * command is answered in one message. If false, the answer is no longer owed, and the user must be told why.
 */
export async function comesLater(
  ctx: Context,
  owed: DeferredAnswer,
  error: unknown,
): Promise<boolean> {
  const { kind, retryAfterMs } = failureIn(error) ?? {};
  if (kind === 'waiting') await deferAnswer(ctx, owed, retryAfterMs);
  if (kind === 'waiting' || kind === 'unclear') return true;
  // if the database is down, the answer stays deferred until it is back
  return answerGiven(ctx, owed).then(
    () => false,
    () => true,
  );
}

export async function answerGiven(ctx: Context, { key }: DeferredAnswer): Promise<void> {
  await ctx.db.row(settleOwed, DEFERRED_ANSWER, key);
}
