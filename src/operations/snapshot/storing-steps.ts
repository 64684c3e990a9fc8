import { enqueue } from '../../../db/queries/enqueue.js';
import * as staging from '../../../db/queries/snapshot/staging.js';
import { assignRefs, creditValidations } from '../../../db/queries/snapshot/write-beliefs.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { refreshSearchByPage } from '../../answers/search/refresh-search.js';
import { resolveDecided } from '../../beliefs/action-cards/decided-cards.js';
import { countSignalsByPage, refreshFactsByPage } from '../../beliefs/signals/refresh-facts.js';
import { PUBLISH_CARDS } from '../../core/announce.js';
import { type Context, inTransaction } from '../../core/context.js';
import { emit } from '../../core/events.js';
import { Batches } from './batches.js';
import type { SnapshotLine } from './lines.js';

/** Maximum number of belief lines in the last transaction of a longer import. */
const LAST_LINES = 500;
/** Size of one step of a longer import. */
const STEP = { lines: 250, characters: 500_000 };

/** The order of storage: a line references only lines of a lower rank, of its own rank, or itself. */
const RANKS = {
  participant: 0,
  study: 1,
  theme: 2,
  sourceItem: 3,
  evidence: 4,
  signal: 5,
  recommendation: 6,
  researchGap: 7,
  actionCard: 8,
  codebookEntry: 9,
} as const satisfies Record<SnapshotLine['resource'], number>;
export const rankOf = (line: SnapshotLine): number => RANKS[line.resource];

/**
 * Stores material first, then its counts, then in one transaction the beliefs based on it, then their counts page
 * by page and the consequences, and search last. Every step finds where the previous one ended, so two processes
 * may share the steps.
 */
export async function takeSteps(ctx: Context, importId: string): Promise<void> {
  while (await storeMaterial(ctx, importId)) {
    // the next step
  }
  await ctx.db.analyzeWrites();
  await refreshFactsByPage(ctx);
  if (await storeBeliefs(ctx, importId)) {
    const signals = await ctx.db.rows(staging.stagedSignals, importId);
    await countSignalsByPage(
      ctx,
      signals.map(({ signalId }) => signalId),
    );
    await settle(ctx, importId);
  }
  await refreshSearchByPage(ctx);
}

/** Stores the next lines; false if only beliefs are left, and few enough for one transaction. */
const storeMaterial = (ctx: Context, importId: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const state = await tx.db.row(staging.lockImport, importId);
    if (!state) return false;
    await tx.db.deferConstraints();
    await tx.db.planPerExecution();
    const next = await linesAfter(tx, importId, state);
    const rank = next[0]?.rank;
    if (rank === undefined) return false;
    if (rank < RANKS.signal) {
      await write(tx, importId, ofRank(next, rank));
      // Themes may be each other's parents, anywhere in the file.
      if (rank === RANKS.theme) while (await writeNext(tx, importId, rank));
      await tx.db.checkDeferred();
      return true;
    }
    const { storedRank, storedLine } = state;
    const most = LAST_LINES + 1;
    const left = await tx.db.row(staging.linesLeft, importId, storedRank, storedLine, most);
    if ((left?.left ?? 0) < most) return false;
    await write(tx, importId, next);
    await tx.db.rows(assignRefs);
    return true;
  });

/** Writes the next lines, only those of `rank` if it is given; false if there are none. */
export async function writeNext(tx: Context, importId: string, rank?: number): Promise<boolean> {
  const state = await tx.db.row(staging.lockImport, importId);
  const found = state ? await linesAfter(tx, importId, state) : [];
  return write(tx, importId, rank === undefined ? found : ofRank(found, rank));
}

const linesAfter = (
  tx: Context,
  importId: string,
  { storedRank, storedLine }: staging.ImportState,
) =>
  tx.db.rows(staging.nextLines, {
    importId,
    storedRank,
    storedLine,
    lines: STEP.lines,
    characters: STEP.characters,
  });

const ofRank = (lines: readonly staging.StagedLine[], rank: number) =>
  lines.filter((line) => line.rank === rank);

async function write(
  tx: Context,
  importId: string,
  lines: readonly staging.StagedLine[],
): Promise<boolean> {
  const last = lines.at(-1);
  if (!last) return false;
  const batches = new Batches(tx);
  for (const { line, lineNumber } of lines) {
    await batches.add(JSON.parse(line) as SnapshotLine, lineNumber, line.length);
  }
  await batches.flushAll();
  await tx.db.rows(staging.markStored, importId, last.rank, last.lineNumber);
  return true;
}

/** Stores the remaining lines in one transaction; false if the import is already settled. */
const storeBeliefs = (ctx: Context, importId: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const state = await tx.db.row(staging.lockImport, importId);
    if (!state || state.settled) return false;
    await tx.db.deferConstraints();
    await tx.db.planPerExecution();
    while (await writeNext(tx, importId)) {
      // all remaining lines
    }
    await tx.db.rows(assignRefs);
    await tx.db.rows(creditValidations);
    await resolveDecided(tx, null);
    await tx.db.checkDeferred();
    return true;
  });

/** Triggers the consequences of an import once, after its facts are counted. */
const settle = (ctx: Context, importId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const state = await tx.db.row(staging.lockImport, importId);
    if (!state || state.settled) return;
    await announce(tx);
    await tx.db.rows(staging.markSettled, importId);
  });

/** Lets the engine evaluate everything and Slack show the result. */
export async function announce(tx: Context): Promise<void> {
  await emit(tx, 'imported', { everything: true });
  await enqueue(tx.db, { kind: PUBLISH_CARDS, key: PUBLISH_CARDS });
}
