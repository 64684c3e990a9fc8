import { enqueue } from '../../../db/queries/enqueue.js';
import * as staging from '../../../db/queries/snapshot/staging.js';
import { assignRefs, creditValidations } from '../../../db/queries/snapshot/write-beliefs.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { isRetryable } from '../../../db/transaction.js';
import { whyUnavailable } from '../../../db/why-unavailable.js';
import { refreshSearchByPage, searchIsStale } from '../../answers/search/refresh-search.js';
import { resolveDecided } from '../../beliefs/action-cards/decided-cards.js';
import { refreshFacts } from '../../beliefs/signals/refresh-facts.js';
import { FINISH_IMPORT } from '../../core/announce.js';
import { type Context, inTransaction } from '../../core/context.js';
import { invalidTransition, type Refusal } from '../../core/errors.js';
import { checkReferences, checkUniqueness } from './references.js';
import { announce, takeSteps, writeNext } from './storing-steps.js';

/**
 * Maximum size of an import that is stored in one transaction, which takes the embedded database about half a
 * second.
 */
const SHORT = { lines: 2_000, characters: 4_000_000 };
const DROPPED_AT_ONCE = 2_000;
/** From this number of lines on, the planner's statistics are updated before anything is counted. */
const BULK_LINES = 1_000;
/** From this number of lines on, looking up lines by id would be noticeably slow without statistics. */
const MANY_LINES = 200;
/** Longest pause between two batches of lines before an import counts as abandoned. */
const SILENT_MS = 10 * 60_000;
/** From this number of stored quotes on, recounting the team in one transaction would block others for too long. */
const LARGE_TEAM_QUOTES = 20_000;
/**
 * Milliseconds without a sign of life after which the process that stores an import counts as lost, and the job
 * takes over.
 */
export const FINISH_AFTER_MS = 60_000;
const SIGN_OF_LIFE_MS = FINISH_AFTER_MS / 4;

/** Imports whose last sign of life is before this time are abandoned. */
export const abandonedSince = (now: Date): Date => new Date(now.getTime() - SILENT_MS);

/** Deletes an import and its staged lines, after it is done or refused. */
async function dropStaged(ctx: Context, importId: string): Promise<void> {
  while (await ctx.db.row(staging.dropLines, importId, DROPPED_AT_ONCE)) {
    // next lines
  }
  await ctx.db.rows(staging.dropImport, importId);
}

/** Drops an import that has stored nothing; an accepted import is left to be finished. */
export async function dropRefused(ctx: Context, importId: string): Promise<void> {
  const accepted = await ctx.db.row(staging.acceptedImport);
  if (accepted?.importId !== importId) await dropStaged(ctx, importId);
}

/** Drops the remnants of killed imports, and finishes an accepted one. */
export async function clearUp(ctx: Context): Promise<void> {
  for (const { importId } of await ctx.db.rows(
    staging.abandonedImports,
    abandonedSince(new Date()),
  )) {
    await dropStaged(ctx, importId);
  }
  await finishAccepted(ctx);
}

/** True while the process that stores the team's accepted import gives signs of life. */
export async function isBeingStored(ctx: Context): Promise<boolean> {
  const accepted = await ctx.db.row(staging.acceptedImport);
  return accepted !== undefined && accepted.silentMs < FINISH_AFTER_MS;
}

/** Stores the rest of the import that the team has accepted, if there is one. */
export async function finishAccepted(ctx: Context): Promise<void> {
  const accepted = await ctx.db.row(staging.acceptedImport);
  if (accepted) await storeByStep(ctx, accepted.importId);
}

/**
 * Stores a staged import of `lines` lines. A short one is stored in one transaction. A longer one is accepted in a
 * transaction and then stored step by step, by any running process. Throws `invalid_request`; nothing is stored
 * then.
 */
export async function storeStaged(ctx: Context, importId: string, lines: number): Promise<void> {
  if (lines >= MANY_LINES) await ctx.db.analyzeStagedLines();
  const { lines: most, characters } = SHORT;
  const long = await ctx.db.row(staging.isLong, importId, most, characters, LARGE_TEAM_QUOTES);
  if (ctx.db.inTransaction || !long?.long) return storeAtOnce(ctx, importId, lines);
  await checkReferences(ctx, importId, lines);
  while (!(await accept(ctx, importId))) await finishAccepted(ctx);
  await storeByStep(ctx, importId);
}

async function storeAtOnce(ctx: Context, importId: string, lines: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    await lockStaged(tx, importId);
    await tx.db.planPerExecution();
    await checkReferences(tx, importId, lines);
    await tx.db.deferConstraints();
    while (await writeNext(tx, importId)) {
      // all of them
    }
    if (lines >= BULK_LINES) await tx.db.analyzeWrites();
    await tx.db.rows(assignRefs);
    await tx.db.rows(creditValidations);
    await resolveDecided(tx, null);
    await refreshFacts(tx);
    await searchIsStale(tx);
    await announce(tx);
    await dropStaged(tx, importId);
    if (!ctx.db.inTransaction) await tx.db.checkDeferred();
  });
  await refreshSearchByPage(ctx);
}

/** Throws if the lines of an import that is not accepted were dropped. */
async function lockStaged(tx: Context, importId: string): Promise<void> {
  if (!(await tx.db.row(staging.lockImport, importId))) throw dropped();
}

export const dropped = (): Refusal =>
  invalidTransition(
    'Nothing was stored: while the file was being read, a participant who may be in it was erased, or no line arrived for ten minutes. Import it again without anyone who was erased.',
  );

/** True once this import is the one that the team stores; only one is stored at a time. */
const accept = (ctx: Context, importId: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    if (await tx.db.row(staging.acceptedImport)) return false;
    await lockStaged(tx, importId);
    await tx.db.planPerExecution();
    await checkUniqueness(tx, importId);
    await tx.db.rows(staging.acceptImport, importId);
    const runAt = new Date(Date.now() + FINISH_AFTER_MS);
    await enqueue(tx.db, { kind: FINISH_IMPORT, key: importId, runAt });
    return true;
  });

/** Stores an accepted import step by step, and drops its staged lines. */
async function storeByStep(ctx: Context, importId: string): Promise<void> {
  const signOfLife = setInterval(
    () => void ctx.db.rows(staging.recordImportHeartbeat, importId).catch(() => {}),
    SIGN_OF_LIFE_MS,
  );
  try {
    await takeSteps(ctx, importId);
    await dropStaged(ctx, importId);
  } catch (error) {
    if (whyUnavailable(error) || isRetryable(error)) throw error;
    // It would fail forever and block all other imports.
    await dropStaged(ctx, importId);
    throw isIntegrityViolation(error) ? cutShort() : error;
  } finally {
    clearInterval(signOfLife);
  }
}

const isIntegrityViolation = (error: unknown): boolean =>
  ((error as { code?: string }).code ?? '').startsWith('23');

const cutShort = (): Refusal =>
  invalidTransition(
    'Something that the file references was removed, or one of its refs was taken, while the file was being stored. It was stored only in part: import it again.',
  );
