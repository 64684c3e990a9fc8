import { enqueue } from '../../../db/queries/enqueue.js';
import { READ_LATER } from '../../core/announce.js';
import type { Context } from '../../core/context.js';
import type { LanguageModel } from '../../core/models/language-model.js';
import { ModelFailure } from '../../core/models/language-model.js';
import type { Analyst } from '../analyst.js';
import { builtInThread } from '../built-in-analyst.js';
import { nextDay } from './asking/budget.js';
import { interpret } from './interpret.js';
import { readWithModel } from './reading/read-with-model.js';
import { writeNarratives } from './writing/write-narratives.js';

/** Raise it if the claim prompt (read-with-model.ts) changes so much that all interviews should be read again. */
const READING_VERSION = 'claims-1';

/**
 * An analyst that uses a language model and checks its answers. If the model keeps failing, the built-in analyst
 * reads that interview, and the reason is logged; if the day's tokens are used up, the rest waits for the next day.
 */
export function modelAnalyst(model: LanguageModel): Analyst {
  return {
    name: model.name,
    basis: () => READING_VERSION,
    async read(ctx, sourceItemId, transcript, codebook) {
      const before = tokensOf(ctx);
      try {
        const read = await readWithModel(ctx, sourceItemId, transcript);
        const usage = spentSince(ctx, before);
        const { quotes, rejected } = read;
        ctx.log.info(
          { model: model.name, ...usage, quotes: quotes.length, rejected },
          'an interview was read',
        );
        return { by: model.name, usesAi: false, usage, ...read };
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        if (error.reason === 'spent') await readLater(ctx);
        if (error.reason === 'spent') throw error;
        ctx.log.warn(
          { model: model.name, reason: error.message },
          'the model could not read an interview; using the built-in analysis instead',
        );
        return builtInThread.read(ctx, sourceItemId, transcript, codebook);
      }
    },
    async interpret(ctx) {
      try {
        await interpret(ctx);
        return true;
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        ctx.log.warn(
          { model: model.name, reason: error.message },
          'the model could not interpret the claims; they wait for the next run',
        );
        await readLater(ctx, error.reason === 'spent' ? nextDay() : soon());
        return false;
      }
    },
    async tell(ctx) {
      try {
        await writeNarratives(ctx);
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        ctx.log.warn(
          { model: model.name, reason: error.message },
          'the model could not describe how beliefs appear in each study; the built-in text stays',
        );
        if (error.reason === 'spent') await readLater(ctx);
      }
    },
  };
}

const SOON_MS = 10 * 60_000;
const soon = (): Date => new Date(Date.now() + SOON_MS);

/** Queues a job that reads waiting interviews and interprets waiting claims. */
const readLater = (ctx: Context, runAt = nextDay()): Promise<void> =>
  enqueue(ctx.db, { kind: READ_LATER, key: READ_LATER, runAt });

const tokensOf = ({ models }: Context) => ({ ...models?.usage.byDirection });

const spentSince = (ctx: Context, before: ReturnType<typeof tokensOf>) => {
  const now = tokensOf(ctx);
  return {
    inputTokens: (now.input ?? 0) - (before.input ?? 0),
    outputTokens: (now.output ?? 0) - (before.output ?? 0),
  };
};
