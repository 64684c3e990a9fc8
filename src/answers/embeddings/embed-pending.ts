import {
  beginModel,
  completeModel,
  dropOtherModels,
  dropOtherVectors,
  embeddingProgress,
  quotesToEmbed,
  storeEmbeddings,
} from '../../../db/queries/embeddings.js';
import { withoutNames } from '../../beliefs/participants/without-names.js';
import { type Context, inTransaction } from '../../core/context.js';
import type { EmbeddingModel } from '../../core/models/embedding-model.js';
import { ModelFailure } from '../../core/models/language-model.js';
import { vectorText } from './find-by-meaning.js';

/**
 * Quotes per request: most endpoints take many more; a slow one on a laptop answers these in
 * seconds.
 */
const QUOTES_PER_CALL = 64;
/** Small, because index inserts are slow in the embedded database and other queries wait for them. */
const ROWS_PER_STATEMENT = 8;
/**
 * Keeps jobs short: a shutdown waits for the running job, and other jobs get their turn in between.
 */
const CALLS_PER_RUN = 10;
const CALL_TIMEOUT_MS = 60_000;
/** Longest part of a quote that is embedded, in characters: about 2,000 tokens, which every model takes. */
const LONGEST_TEXT = 6_000;

/**
 * Stores vectors of the configured model for the team's qualifying quotes, continuing after an
 * earlier run. After the last one, search switches to this model and other models' vectors are
 * deleted. Returns true if nothing is left to do. Throws ModelFailure; vectors stored before it are
 * kept.
 */
export async function embedPending(ctx: Context): Promise<boolean> {
  const model = ctx.models?.embeddings;
  if (!model) return true;
  await ctx.db.rows(beginModel, model.name);
  let spent = 0;
  for (let call = 0; call < CALLS_PER_RUN; call++) {
    const tokens = await embedBatch(ctx, model);
    if (tokens === undefined) {
      if (call > 0) await tellProgress(ctx, model.name, spent);
      await settle(ctx, model.name);
      return true;
    }
    spent += tokens;
  }
  await tellProgress(ctx, model.name, spent);
  return false;
}

async function tellProgress(ctx: Context, model: string, tokens: number): Promise<void> {
  const progress = await ctx.db.row(embeddingProgress, model);
  ctx.log.info({ model, ...progress, tokens }, 'quotes embedded');
}

/** Returns the tokens used; undefined if there is nothing left to embed. */
async function embedBatch(ctx: Context, model: EmbeddingModel): Promise<number | undefined> {
  const batch = await ctx.db.rows(quotesToEmbed, model.name, QUOTES_PER_CALL);
  if (batch.length === 0) return undefined;
  const usage = ctx.models?.usage;
  const { data: texts } = await withoutNames(
    ctx,
    batch.map(({ quote }) => quote.slice(0, LONGEST_TEXT).toWellFormed()),
  );
  const { vectors, tokens } = await model
    .embed(texts, { timeoutMs: CALL_TIMEOUT_MS })
    .catch((error: unknown) => {
      if (error instanceof ModelFailure) usage?.call('embed-evidence', error.reason);
      throw error;
    });
  usage?.call('embed-evidence', 'ok');
  usage?.spent('embed-evidence', { input: tokens });
  await ctx.models?.vectorStore?.prepare(vectors[0]?.length ?? 0);
  for (let start = 0; start < batch.length; start += ROWS_PER_STATEMENT) {
    const rows = batch.slice(start, start + ROWS_PER_STATEMENT);
    await ctx.db.rows(
      storeEmbeddings,
      model.name,
      rows.map(({ evidenceId }) => evidenceId),
      rows.map(({ quoteDigest }) => quoteDigest),
      vectors.slice(start, start + rows.length).map(vectorText),
    );
  }
  return tokens;
}

const settle = (ctx: Context, model: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.rows(completeModel, model);
    await tx.db.rows(dropOtherVectors, model);
    await tx.db.rows(dropOtherModels, model);
  });
