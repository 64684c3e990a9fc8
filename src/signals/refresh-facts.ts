import { countSignalEvidence, countStudyEvidence } from '../../db/queries/evidence-facts.js';
import {
  countSourceItems,
  countStudies,
  dueTrajectories,
  settleEvidence,
  signalIdsAfter,
  themeIdsAfter,
  tryLockTeam,
} from '../../db/queries/facts.js';
import { countSignals, writeSignalFacts } from '../../db/queries/signal-facts.js';
import { lockTeam } from '../../db/queries/teams.js';
import { countThemes, writeThemeFacts } from '../../db/queries/theme-facts.js';
import type { TrajectoryRow } from '../../db/queries/trajectory-facts.js';
import type { Statement } from '../../db/statement.js';
import { type Context, inTransaction } from '../context.js';
import { days, QUALITY_BAR, TRAJECTORY_WINDOW_DAYS } from '../decisions.js';
import { firstSeenAt, lastUpdatedAt } from './seen.js';
import { stage } from './stage.js';
import { trajectory, trajectoryUntil } from './trajectory.js';

/** Themes or signals counted at a time: memory is bounded by this, not by the corpus. */
const PAGE = 500;

/**
 * Counts every derived column of the team anew, in the transaction that changed evidence, and writes
 * those that differ (decisions.md, Signals and Small points). Whoever changes facts holds the team's row,
 * first of all rows: each counts what the one before it committed, and no two wait for each other.
 */
export async function refreshFacts(tx: Context): Promise<void> {
  await tx.db.row(lockTeam);
  await tx.db.rows(settleEvidence, QUALITY_BAR);
  await tx.db.rows(countSourceItems);
  await tx.db.rows(countStudies);
  await tx.db.rows(countSignalEvidence);
  await tx.db.rows(countStudyEvidence);
  for await (const themeIds of pages(tx, themeIdsAfter)) await refreshThemes(tx, themeIds);
  for await (const signalIds of pages(tx, signalIdsAfter)) await refreshSignals(tx, signalIds);
}

/** Counts the derived columns of these signals anew, in the transaction that archived or reopened them. */
export async function refreshSignalFacts(tx: Context, signalIds: readonly string[]): Promise<void> {
  await tx.db.row(lockTeam);
  await refreshSignals(tx, signalIds);
}

/**
 * Brings trajectories up to `ctx.now` that changed by time alone; for reads that show or filter them.
 * Where nothing is due, which is nearly always, it is one indexed read. Never waits for an import.
 */
export async function settleTrajectories(ctx: Context): Promise<void> {
  const due = await ctx.db.rows(dueTrajectories, ctx.now, 1);
  if (due.length === 0) return;
  await inTransaction(ctx, async (tx) => {
    // Whoever holds the team is about to bring its facts up to date.
    if (!(await tx.db.row(tryLockTeam))) return;
    for (;;) {
      const page = await tx.db.rows(dueTrajectories, tx.now, PAGE);
      if (page.length === 0) return;
      const idsOf = (kind: 'theme' | 'signal') =>
        page.filter((row) => row.kind === kind).map(({ id }) => id);
      await refreshThemes(tx, idsOf('theme'));
      await refreshSignals(tx, idsOf('signal'));
    }
  });
}

async function* pages(tx: Context, idsAfter: Statement<{ id: string }>): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const ids = (await tx.db.rows(idsAfter, last, PAGE)).map(({ id }) => id);
    if (ids.length > 0) yield ids;
    if (ids.length < PAGE) return;
    last = ids.at(-1) as string;
  }
}

async function refreshThemes(tx: Context, themeIds: readonly string[]): Promise<void> {
  if (themeIds.length === 0) return;
  const counts = await tx.db.rows(countThemes, themeIds, ...windows(tx.now));
  const facts = counts.map((theme) => ({ ...theme, ...heading(theme, tx.now) }));
  await tx.db.rows(writeThemeFacts, JSON.stringify(facts));
}

async function refreshSignals(tx: Context, signalIds: readonly string[]): Promise<void> {
  if (signalIds.length === 0) return;
  const counts = await tx.db.rows(countSignals, signalIds, ...windows(tx.now));
  const facts = counts.map((signal) => ({
    ...signal,
    ...heading(signal, tx.now),
    stage: stage(signal.participantCount, signal.studyCount),
    firstSeenAt: firstSeenAt(signal),
    lastUpdatedAt: lastUpdatedAt(signal),
  }));
  await tx.db.rows(writeSignalFacts, JSON.stringify(facts));
}

/** Where the recent window and the one before it start. */
const windows = (now: Date): Date[] =>
  [1, 2].map((count) => new Date(now.getTime() - count * days(TRAJECTORY_WINDOW_DAYS)));

const heading = (row: TrajectoryRow, now: Date) => ({
  trajectory: trajectory(row.first, row.recent, row.earlier, now),
  trajectoryUntil: trajectoryUntil(row, now),
});
