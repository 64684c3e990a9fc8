import {
  countEvidenceOfSignals,
  countEvidenceOfStudies,
  countSignalEvidence,
  countStudyEvidence,
} from '../../db/queries/evidence-facts.js';
import {
  countSourceItems,
  countStudies,
  dueTrajectories,
  settleEvidence,
  signalIdsAfter,
  type TouchedKind,
  themeIdsAfter,
  touchedFacts,
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
  await tx.db.rows(settleEvidence({ only: false }), QUALITY_BAR);
  await tx.db.rows(countSourceItems({ only: false }));
  await tx.db.rows(countStudies({ only: false }));
  await tx.db.rows(countSignalEvidence);
  await tx.db.rows(countStudyEvidence);
  for await (const themeIds of pages(tx, themeIdsAfter)) await refreshThemes(tx, themeIds);
  for await (const signalIds of pages(tx, signalIdsAfter)) await refreshSignals(tx, signalIds);
}

/** What changed: only ids that gained, lost or changed something. */
export interface ChangedMaterial {
  /** Interviews whose quotes, status, quality, date, study or participant changed; those erased too. */
  sourceItemIds?: readonly string[];
  /** Themes that quotes came to or left, and new or erased ones. */
  themeIds?: readonly string[];
  /** Signals whose links changed, or that were archived or came back. */
  signalIds?: readonly string[];
  /** Studies that an interview or a theme left, or that are new. */
  studyIds?: readonly string[];
}

/**
 * As refreshFacts, for what follows from these changes alone: the same facts at the cost of what changed,
 * not of the team. What the interviews' quotes stand under now is found here; what they left must be named.
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

/** Counts the derived columns of these signals anew, in the transaction that archived or reopened them. */
export async function refreshSignalFacts(tx: Context, signalIds: readonly string[]): Promise<void> {
  await tx.db.row(lockTeam);
  await refreshSignals(tx, signalIds);
}

/**
 * Brings trajectories up to `ctx.now` that changed by time alone; for reads that show or filter them.
 * Where nothing is due, which is nearly always, it is one indexed read. Never waits for an import, and leaves
 * them for later where the database stores nothing at the moment.
 */
export async function settleTrajectories(ctx: Context): Promise<void> {
  const due = await ctx.db.rows(dueTrajectories, ctx.now, 1);
  if (due.length === 0) return;
  await ctx.db.ifWritable(() => inTransaction(ctx, settleDue));
}

async function settleDue(tx: Context): Promise<void> {
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
}

async function* pages(tx: Context, idsAfter: Statement<{ id: string }>): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const ids = (await tx.db.rows(idsAfter, last, PAGE)).map(({ id }) => id);
    if (ids.length > 0) yield ids;
    if (ids.length < PAGE) return;
    last = ids.at(-1) as string;
  }
}

const chunks = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, index) =>
    ids.slice(index * PAGE, (index + 1) * PAGE),
  );

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
