import { z } from 'zod';
import { enqueue } from '../../../db/queries/enqueue.js';
import { settleOwed } from '../../../db/queries/slack-answers.js';
import type { Context } from '../../../src/context.js';

export const ANSWER_LATE = 'slack-answer-late';

/** No answer takes this long, a model's included: after it, whoever owed one is gone. */
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
      /** The message that becomes the answer, where it is posted already. */
      noticeTs: z.string().optional(),
    }),
    z.object({ kind: z.literal('private'), responseUrl: z.string() }),
  ]),
});
export type OwedAnswer = z.infer<typeof OwedAnswer>;

/** Remembers that an answer is owed: should this process end before it is given, another one gives it. */
export const oweAnswer = (ctx: Context, owed: OwedAnswer): Promise<void> =>
  enqueue(ctx.db, {
    kind: ANSWER_LATE,
    key: owed.key,
    payload: owed,
    runAt: new Date(Date.now() + OWED_MS),
  });

export async function answerGiven(ctx: Context, { key }: OwedAnswer): Promise<void> {
  await ctx.db.row(settleOwed, ANSWER_LATE, key);
}
