import { lockTeam } from '../../../db/queries/teams.js';
import { type Context, inTransaction } from '../../core/context.js';
import { days, QUALITY_BAR, TRAJECTORY_WINDOW_DAYS } from '../../core/numbers.js';
import {
  countEvidenceOfSignals,
  countEvidenceOfStudies,
  countSignalEvidence,
  countStudyEvidence,
} from '../queries/evidence-facts.js';
import {
  countSourceItems,
  countStudies,
  dueTrajectories,
  settleEvidence,
  signalIdsAfter,
  sourceItemIdsAfter,
  studyIdsAfter,
  type TouchedKind,
  themeIdsAfter,
  touchedFacts,
  tryLockTeam,
} from '../queries/facts.js';
import { lastMonths, namedMonths } from '../queries/over-time.js';
import type { TrajectoryRow, TrajectoryWindows } from '../queries/signal-facts.js';
import {
  countSignals,
  countThemes,
  writeSignalFacts,
  writeThemeFacts,
} from '../queries/signal-facts.js';
import { stage } from './stage.js';
import { firstSeenAt, lastUpdatedAt, trajectory, trajectoryUntil } from './trajectory.js';

/** Themes or signals per page: this bounds memory, whatever the size of the corpus. */
const PAGE = 500;
/** Interviews or themes per page, so that no one waits long: each may have a hundred quotes. */
const QUOTED_PAGE = 100;
/** The same for studies and signals, which may have thousands. */
const BROAD_PAGE = 5;

/**
 * Recounts every derived column of the team, in the transaction that changed evidence, and writes
 * the differences. A transaction that changes facts locks the team's row before all other rows:
 * each counts what the one before it committed, and none of them deadlock.
 */
export async function refreshFacts(tx: Context): Promise<void> {
  await tx.db.row(lockTeam);
  await tx.db.rows(settleEvidence({ only: false }), QUALITY_BAR);
  await tx.db.rows(countSourceItems({ only: false }));
  await tx.db.rows(countStudies({ only: false }));
  await tx.db.rows(countSignalEvidence);
  await tx.db.rows(countStudyEvidence);
  for await (const themeIds of tx.db.pages(themeIdsAfter, PAGE)) await refreshThemes(tx, themeIds);
  for await (const signalIds of tx.db.pages(signalIdsAfter, PAGE))
    await refreshSignals(tx, signalIds);
}

/**
 * Like refreshFacts, one page per transaction, so that no one waits long; each page counts what is
 * stored by then.
 */
export async function refreshFactsByPage(ctx: Context): Promise<void> {
  const page = (work: (tx: Context) => Promise<void>) => countPage(ctx, work);
  for await (const ids of ctx.db.pages(sourceItemIdsAfter, QUOTED_PAGE)) {
    await page(async (tx) => {
      await tx.db.rows(settleEvidence({ only: true }), QUALITY_BAR, ids);
      await tx.db.rows(countSourceItems({ only: true }), ids);
    });
  }
  for await (const ids of ctx.db.pages(studyIdsAfter, BROAD_PAGE)) {
    await page(async (tx) => {
      await tx.db.rows(countStudies({ only: true }), ids);
      await tx.db.rows(countEvidenceOfStudies, ids);
    });
  }
  for await (const ids of ctx.db.pages(themeIdsAfter, QUOTED_PAGE)) {
    await page((tx) => refreshThemes(tx, ids));
  }
  for await (const ids of ctx.db.pages(signalIdsAfter, BROAD_PAGE)) {
    await page((tx) => countSignalsAfresh(tx, ids));
  }
}

/** Recounts these signals' quotes and derived columns in short transactions. */
export async function countSignalsByPage(ctx: Context, ids: readonly string[]): Promise<void> {
  for (const page of chunks(ids, BROAD_PAGE)) {
    await countPage(ctx, (tx) => countSignalsAfresh(tx, page));
  }
}

const countPage = (ctx: Context, work: (tx: Context) => Promise<void>): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    await tx.db.planPerExecution();
    await work(tx);
  });

async function countSignalsAfresh(tx: Context, ids: readonly string[]): Promise<void> {
  await tx.db.rows(countEvidenceOfSignals, ids);
  await refreshSignals(tx, ids);
}

/** Changed material: only ids that gained, lost or changed something. */
export interface ChangedMaterial {
  /**
   * Interviews whose quotes, status, quality, date, study or participant changed; erased ones too.
   */
  sourceItemIds?: readonly string[];
  /** Themes that gained or lost quotes, and new or erased themes. */
  themeIds?: readonly string[];
  /** Signals whose links changed, or that were archived or restored. */
  signalIds?: readonly string[];
  /** Studies that lost an interview or a theme, and new studies. */
  studyIds?: readonly string[];
}

/**
 * Like refreshFacts, limited to the consequences of these changes: the same facts at the cost of the
 * change, not of the team. The themes and signals that the interviews' quotes belong to now are
 * found here; those that they left must be named.
 */
export async function refreshFactsOf(tx: Context, changed: ChangedMaterial): Promise<void> {
  await tx.db.row(lockTeam);
  const { sourceItemIds = [], themeIds = [], signalIds = [], studyIds = [] } = changed;
  const rows = await tx.db.rows(touchedFacts, themeIds, signalIds, studyIds, sourceItemIds);
  const touched = (kind: TouchedKind) =>
    rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const [themes, signals, studies] = [touched('theme'), touched('signal'), touched('study')];
  await tx.db.rows(settleEvidence({ only: true }), QUALITY_BAR, sourceItemIds);
  await tx.db.rows(countSourceItems({ only: true }), sourceItemIds);
  await tx.db.rows(countStudies({ only: true }), studies);
  await tx.db.rows(countEvidenceOfSignals, signals);
  await tx.db.rows(countEvidenceOfStudies, studies);
  for (const page of chunks(themes)) await refreshThemes(tx, page);
  for (const page of chunks(signals)) await refreshSignals(tx, page);
}

/**
 * Recounts the derived columns of these signals, in the transaction that archived or reopened them.
 */
export async function refreshSignalFacts(tx: Context, signalIds: readonly string[]): Promise<void> {
  await tx.db.row(lockTeam);
  await refreshSignals(tx, signalIds);
}

/**
 * Updates trajectories that changed through the passage of time up to `ctx.now`; for reads that
 * show or filter them. If none is due, which is nearly always the case, it costs one indexed read.
 * It never waits for an import, and postpones the update if the database is read-only at the
 * moment.
 */
export async function settleTrajectories(ctx: Context): Promise<void> {
  const due = await ctx.db.rows(dueTrajectories, ctx.now, 1);
  if (due.length === 0) return;
  await ctx.db.ifWritable(() => inTransaction(ctx, settleDue));
}

async function settleDue(tx: Context): Promise<void> {
  // The process that holds the team's lock is about to update its facts.
  if (!(await tx.db.row(tryLockTeam))) return;
  for (;;) {
    const page = await tx.db.rows(dueTrajectories, tx.now, PAGE);
    if (page.length === 0) return;
    const idsOf = (kind: 'theme' | 'signal') =>
      page.filter((row) => row.kind === kind).map(({ id }) => id);
    await refreshThemes(tx, idsOf('theme'));
    await refreshSignals(tx, idsOf('signal'));
  }
}

export const chunks = <T>(all: readonly T[], size = PAGE): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );

async function refreshThemes(tx: Context, themeIds: readonly string[]): Promise<void> {
  if (themeIds.length === 0) return;
  const counts = await tx.db.rows(countThemes, themeIds, ...windows(tx.now));
  const facts = counts.map((theme) => ({ ...theme, ...heading(theme, tx.now) }));
  await tx.db.rows(writeThemeFacts, JSON.stringify(facts));
}

async function refreshSignals(tx: Context, signalIds: readonly string[]): Promise<void> {
  if (signalIds.length === 0) return;
  const months = lastMonths(tx.now);
  const counts = await tx.db.rows(countSignals, signalIds, ...windows(tx.now), months);
  const facts = counts.map(({ monthly, ...signal }) => ({
    ...signal,
    quotesByMonth: namedMonths(monthly, tx.now),
    ...heading(signal, tx.now),
    stage: stage(signal.participantCount, signal.studyCount),
    firstSeenAt: firstSeenAt(signal),
    lastUpdatedAt: lastUpdatedAt(signal),
  }));
  await tx.db.rows(writeSignalFacts, JSON.stringify(facts));
}

const windows = (now: Date): TrajectoryWindows => {
  const start = (count: number) => new Date(now.getTime() - count * days(TRAJECTORY_WINDOW_DAYS));
  return [start(1), start(2)];
};

const heading = (row: TrajectoryRow, now: Date) => ({
  trajectory: trajectory(row.first, row.recent, row.earlier, now),
  trajectoryUntil: trajectoryUntil(row, now),
});
