import { z } from 'zod';
import { enqueue } from '../../../db/queries/enqueue.js';
import { settleOwed } from '../../../db/queries/slack-answers.js';
import type { Context } from '../../../src/context.js';
import { Refusal } from '../../../src/errors.js';
import { failureIn } from '../connection/slack-failure.js';

export const ANSWER_LATE = 'slack-answer-late';

/** No answer takes this long, a model's and short pauses of Slack's included: after it, whoever owed one is gone. */
const OWED_MS = 60_000;

/** A question that was acknowledged, and where its answer belongs. */
export const OwedAnswer = z.object({
  /** The same for the same question. */
  key: z.string(),
  workspaceId: z.string(),
  question: z.string(),
  askedBy: z.string(),
  reply: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('there'),
      channelId: z.string(),
      thread: z.string(),
      /** The message that asks. */
      askedTs: z.string().optional(),
      /** The message that becomes the answer, where it is posted already. */
      noticeTs: z.string().optional(),
    }),
    z.object({ kind: z.literal('private'), responseUrl: z.string() }),
  ]),
});
export type OwedAnswer = z.infer<typeof OwedAnswer>;

/** Remembers that an answer is owed: should this process end before it is given, another one gives it. */
export const oweAnswer = (ctx: Context, owed: OwedAnswer, withinMs = OWED_MS): Promise<void> =>
  enqueue(ctx.db, {
    kind: ANSWER_LATE,
    key: owed.key,
    payload: owed,
    runAt: new Date(Date.now() + withinMs),
  });

/** What to throw where an answer could not be given: one that only has to wait comes by itself, and says when. */
export async function notGiven(ctx: Context, owed: OwedAnswer, error: unknown): Promise<unknown> {
  const { kind, retryAfterMs = 0 } = failureIn(error) ?? {};
  if (kind !== 'waiting') return error;
  await oweAnswer(ctx, owed, retryAfterMs);
  const secs = Math.ceil(retryAfterMs / 1000);
  return new Refusal(
    'rate_limited',
    `Slack asks us to slow down. Your answer comes by itself in about ${secs} seconds.`,
  );
}

export async function answerGiven(ctx: Context, { key }: OwedAnswer): Promise<void> {
  await ctx.db.row(settleOwed, ANSWER_LATE, key);
}
