import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { shareTeam } from '../../../../db/queries/teams.js';
import { type Context, inTransaction } from '../../../core/context.js';
import { ModelFailure } from '../../../core/models/language-model.js';
import type { ModelTask } from '../../../core/models/model-usage.js';
import { keepAnswers, keptAnswers } from '../../queries/model.js';
import { askModel } from './ask-model.js';

/** A question that is asked about many items, some of them per call. */
export interface Question<Item, Answer, Output = unknown> {
  task: ModelTask;
  /** Progress text for the user, such as "reading". */
  doing: string;
  instructions: string;
  /** Shape of a call's answer. */
  schema: z.ZodType<Output>;
  /** Shape of one item's answer, which is stored. */
  answer: z.ZodType<Answer>;
  /** Most items per call, so that the answer is never cut off. */
  most: number;
  maxOutputTokens: number;
  /** The question about one item, independent of the others of the call. */
  asked(item: Item): unknown;
  /** The interviews whose words it contains; its answer is deleted with any of them. */
  sourceItemIds(item: Item): readonly string[];
  data(items: readonly Item[]): unknown;
  /** One answer per item, in order; undefined for an item without a valid one. */
  answers(output: Output, items: readonly Item[]): (Answer | undefined)[];
  /** Splits an item whose answer does not fit in a call; undefined if it cannot be split. */
  halves?(item: Item): [Item, Item] | undefined;
  join?(first: Answer, second: Answer): Answer;
}

const KEPT_PER_READ = 1_000;

export const answerIdOf = <Item>(
  ctx: Context,
  question: Pick<Question<Item, unknown>, 'task' | 'instructions' | 'asked'>,
  item: Item,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ctx.models?.language?.name,
        question.task,
        question.instructions,
        question.asked(item),
      ]),
    )
    .digest('hex')
    .slice(0, 32);

/**
 * Asks a question about each item and returns the answers in order; undefined for an item that the model could not
 * answer. Answers are stored by question, so that nothing is asked twice, not even after an interrupted run. Several
 * calls run at once; a call whose answer is cut off or malformed is repeated in halves. Throws ModelFailure.
 */
export async function askEach<Item, Answer, Output>(
  ctx: Context,
  question: Question<Item, Answer, Output>,
  items: readonly Item[],
): Promise<(Answer | undefined)[]> {
  const ids = items.map((item) => answerIdOf(ctx, question, item));
  const known = await readKept(ctx, question, ids);
  const missing = new Map<string, Item>();
  for (const [at, item] of items.entries()) {
    const id = ids[at] as string;
    if (!known.has(id)) missing.set(id, item);
  }
  const open = [...missing];
  const batches: [string, Item][][] = [];
  for (let start = 0; start < open.length; start += question.most) {
    batches.push(open.slice(start, start + question.most));
  }
  let done = 0;
  await eachOf(ctx, batches, async (batch) => {
    const answers = await askBatch(
      ctx,
      question,
      batch.map(([, item]) => item),
    );
    const fresh = batch.flatMap(([id, item], at) => {
      const answer = answers[at];
      if (answer === undefined) return [];
      known.set(id, answer);
      return [{ answerId: id, sourceItemIds: [...new Set(question.sourceItemIds(item))], answer }];
    });
    await inTransaction(ctx, async (tx) => {
      // either a concurrent erasure sees these answers, or they see its result
      await tx.db.row(shareTeam);
      await tx.db.rows(keepAnswers, JSON.stringify(fresh), question.task, new Date());
    });
    done += batch.length;
    ctx.models?.onProgress?.({
      ...{ doing: question.doing, done, of: open.length },
      tokens: ctx.models.usage.totalTokens,
    });
  });
  return ids.map((id) => known.get(id));
}

async function readKept<Item, Answer>(
  ctx: Context,
  { answer }: Pick<Question<Item, Answer>, 'answer'>,
  ids: readonly string[],
): Promise<Map<string, Answer>> {
  const known = new Map<string, Answer>();
  for (let start = 0; start < ids.length; start += KEPT_PER_READ) {
    for (const row of await ctx.db.rows(keptAnswers, ids.slice(start, start + KEPT_PER_READ))) {
      const parsed = answer.safeParse(row.answer);
      if (parsed.success) known.set(row.answerId, parsed.data);
    }
  }
  return known;
}

async function askBatch<Item, Answer, Output>(
  ctx: Context,
  question: Question<Item, Answer, Output>,
  items: readonly Item[],
  again = true,
): Promise<(Answer | undefined)[]> {
  const answers = await askModel(ctx, question.task, {
    ...{ instructions: question.instructions, schema: question.schema },
    ...{ data: question.data(items), maxOutputTokens: question.maxOutputTokens },
  }).then(
    ({ value }) => question.answers(value, items),
    (error: unknown) => {
      if (!isTooMuch(error)) throw error;
      ctx.log.info(
        { task: question.task, reason: error.message, items: items.length },
        'a question is split',
      );
      return items.map(() => undefined);
    },
  );
  const open = items.flatMap((_, at) => (answers[at] === undefined ? [at] : []));
  if (open.length === 0) return answers;
  const rest = await askSmaller(
    ctx,
    question,
    open.map((at) => items[at] as Item),
    again,
  );
  for (const [place, at] of open.entries()) answers[at] = rest[place];
  return answers;
}

/** Asks for less at once; a single item that cannot be split gets one more try. */
async function askSmaller<Item, Answer, Output>(
  ctx: Context,
  question: Question<Item, Answer, Output>,
  items: readonly Item[],
  again: boolean,
): Promise<(Answer | undefined)[]> {
  const [only] = items as [Item];
  if (items.length > 1) {
    const half = Math.ceil(items.length / 2);
    return [
      ...(await askBatch(ctx, question, items.slice(0, half))),
      ...(await askBatch(ctx, question, items.slice(half))),
    ];
  }
  const parts = question.halves?.(only);
  if (parts && question.join) {
    const [first] = await askBatch(ctx, question, [parts[0]]);
    const [second] = await askBatch(ctx, question, [parts[1]]);
    if (first === undefined || second === undefined) return [first ?? second];
    return [question.join(first, second)];
  }
  return again ? askBatch(ctx, question, items, false) : [undefined];
}

const isTooMuch = (error: unknown): error is ModelFailure =>
  error instanceof ModelFailure &&
  (error.reason === 'cut_off' || error.reason === 'invalid_output');

/** Runs `work` for every batch, a few at once; after a failure no further batch is started. */
async function eachOf<T>(
  ctx: Context,
  batches: readonly T[],
  work: (batch: T) => Promise<void>,
): Promise<void> {
  const limit = ctx.models?.reading?.limit;
  if (!limit) throw new ModelFailure('refused', 'no model is configured');
  let failed = false;
  const results = await Promise.allSettled(
    batches.map((batch) =>
      limit(async () => {
        if (failed) return;
        await work(batch).catch((error: unknown) => {
          failed = true;
          throw error;
        });
      }),
    ),
  );
  const bad = results.find((result) => result.status === 'rejected');
  if (bad) throw bad.reason;
}
