import { z } from 'zod';
import { enqueue } from '../../db/queries/enqueue.js';
import { noteOnRecommendation, recommendationChanged } from '../core/announce.js';
import { type Context, inTransaction } from '../core/context.js';
import { invalidTransition, notFound } from '../core/errors.js';
import { HANDOVER_PATIENCE_MS } from '../core/numbers.js';
import { RetryLater } from '../jobs/retry.js';
import type { JobHandler } from '../jobs/run-job.js';
import { trackerOf, type WorkItemDeps } from './adapter.js';
import type { IssueRef } from './issue.js';
import {
  addHandover,
  askAgain,
  type HandoverRow,
  handover,
  handoverDone,
  handoverFailed,
  handoverNotSent,
  handoverOfLink,
  markBegun,
  markLate,
  sendHandover,
  writePull,
} from './queries/handovers.js';
import { lockRecommendation } from './queries/work-item-states.js';
import { askAboutMerge } from './ship-question.js';
import type { AgentList, AgentProgress, Choice, CodingAgents, Tracker } from './tracker.js';
import { asJobFailure, isRefused, refused, TrackerFailure } from './tracker-failure.js';

/**
 * Hands an issue to a coding agent. One row per linked issue holds the state, so an issue is handed over at most
 * once, plus once for each time that a person asks again. The issue must be complete by then: an agent reads it
 * when it is assigned and ignores later changes.
 *
 *     asked ──send──▶ sent ──▶ handed ──▶ begun
 *       ▲               │         │ not started after ten minutes: late
 *       ├── not sent ───┤         │
 *       └── asked again ┴─ failed ┘
 */
const HAND_OVER = 'hand-over';
/** Watches an agent until it begins or is late; after that, the sweep of linked issues does. */
const WATCH_AGENT = 'watch-agent';

const FIRST_LOOK_MS = 5_000;
const LOOK_EVERY_MS = 60_000;
/** Milliseconds in which an unanswered request to take an issue back might still undo the next handover. */
const TAKE_BACK_MS = 20_000;

interface Link {
  recommendationId: string;
  normalizedUrl: string;
}

const Payload = z.object({ handoverId: z.string() });

const start = (tx: Context, handoverId: string): Promise<void> =>
  enqueue(tx.db, { kind: HAND_OVER, key: handoverId, payload: { handoverId } });

/**
 * Requests the handover of a linked issue to an agent, given by id or name; false if it was handed to one before.
 */
export const handOver = (
  ctx: Context,
  { recommendationId, normalizedUrl }: Link,
  agent: string,
): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const added = await tx.db.row(addHandover, recommendationId, normalizedUrl, agent);
    if (!added) return false;
    await start(tx, added.handoverId);
    await recommendationChanged(tx, recommendationId);
    return true;
  });

/** Hands an issue over again. Throws `invalid_transition` if the agent has begun or was just asked. */
export const handOverAgain = (ctx: Context, handoverId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const asked = await tx.db.row(askAgain, handoverId);
    if (asked) {
      await start(tx, handoverId);
      return recommendationChanged(tx, asked.recommendationId);
    }
    const row = await tx.db.row(handover, handoverId);
    if (!row) throw notFound('handover', handoverId);
    throw invalidTransition(
      row.state === 'begun'
        ? `${row.agentName ?? row.agent} has already started.`
        : 'This has already been requested again: look at the card in a moment.',
    );
  });

/** Sends one handover exactly once, even if the job is repeated, crashes or loses a response. */
export const handOverJob = (deps: WorkItemDeps): JobHandler => ({
  kind: HAND_OVER,
  async run(ctx, payload) {
    const row = await ctx.db.row(handover, Payload.parse(payload).handoverId);
    if (!row || (row.state !== 'asked' && row.state !== 'sent')) return;
    const desk = deskOf(deps, row);
    try {
      if (!desk) throw refused('Its tracker is no longer configured for coding agents.');
      await sendOnce(ctx, desk, row);
    } catch (error) {
      if (!isRefused(error)) throw asJobFailure(error);
      await giveUp(ctx, row, error.message, desk);
    }
  },
  async gaveUp(ctx, payload, reason) {
    const row = await ctx.db.row(handover, Payload.parse(payload).handoverId);
    if (row) await giveUp(ctx, row, reason, deskOf(deps, row));
  },
});

/**
 * The agents that a tracker offers; `whyNone` says if they cannot be read. Undefined for a tracker without agents.
 */
export async function agentsOf(
  tracker: Tracker,
  of: Parameters<CodingAgents['list']>[0],
): Promise<AgentList | undefined> {
  try {
    return await tracker.agents?.list(of);
  } catch (error) {
    if (!(error instanceof TrackerFailure)) throw error;
    return { agents: [], whyNone: error.message };
  }
}

/** A tracker with its agents, and the issue to hand over. */
interface Desk {
  tracker: Tracker;
  agents: CodingAgents;
  issue: IssueRef;
}

function deskOf(deps: WorkItemDeps, row: HandoverRow): Desk | undefined {
  const found = trackerOf(deps, row.url);
  if (!found?.tracker.agents) return undefined;
  const { tracker, externalId } = found;
  const nativeId = row.nativeId || undefined;
  return {
    tracker,
    agents: found.tracker.agents,
    issue: { externalId: row.externalId ?? externalId, nativeId },
  };
}

async function sendOnce(ctx: Context, desk: Desk, row: HandoverRow): Promise<void> {
  const { agents, issue } = desk;
  const { handoverId } = row;
  const agent = await agentOf(desk, row.agent);
  const progress = await agents.progress(issue, agent.id);
  const isHere = progress.assigned && (row.state === 'sent' || row.round === 1);
  if (isHere || progress.began) return handed(ctx, desk, row, agent);
  if (row.state === 'sent') {
    const leftInDoubtMs = agents.inDoubtMs - (row.sinceSentMs ?? 0);
    if (leftInDoubtMs > 0)
      throw new RetryLater(leftInDoubtMs, 'an answer of the tracker is missing');
  }
  if (progress.assigned) await takeBack(agents, issue, agent.id);
  if (!(await ctx.db.row(sendHandover, handoverId, row.turn))) return; // another process took over
  try {
    await agents.handOver(issue, agent.id);
  } catch (error) {
    const without = error instanceof TrackerFailure && error.kind !== 'unclear';
    if (without) await ctx.db.row(handoverNotSent, handoverId, row.turn);
    throw error;
  }
  await handed(ctx, desk, row, agent);
}

/** The agent with this id or name. Throws TrackerFailure if the tracker does not offer it at present. */
async function agentOf({ tracker, agents, issue }: Desk, asked: string): Promise<Choice> {
  const { agents: offered, whyNone } = await agents.list({ issue });
  const name = asked.toLowerCase();
  const found = offered.find((one) => one.id === asked || one.name.toLowerCase() === name);
  if (found) return found;
  const others = offered.map((one) => one.name).join(', ');
  throw refused(
    whyNone ??
      `${tracker.name} does not offer a coding agent ${JSON.stringify(asked)}; available: ${others}.`,
  );
}

async function takeBack(agents: CodingAgents, issue: IssueRef, agentId: string): Promise<void> {
  try {
    await agents.takeBack(issue, agentId);
  } catch (error) {
    if (!(error instanceof TrackerFailure) || error.kind !== 'unclear') throw error;
    throw new RetryLater(TAKE_BACK_MS, error.message);
  }
}

const handed = (ctx: Context, desk: Desk, row: HandoverRow, agent: Choice): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { handoverId, recommendationId } = row;
    if (!(await tx.db.row(handoverDone, handoverId, agent.id, agent.name))) return;
    await say(tx, desk, row, { happened: 'handed', agent: agent.name });
    await recommendationChanged(tx, recommendationId);
    const runAt = new Date(tx.now.getTime() + FIRST_LOOK_MS);
    await enqueue(tx.db, { kind: WATCH_AGENT, key: handoverId, payload: { handoverId }, runAt });
  });

const giveUp = (
  ctx: Context,
  row: HandoverRow,
  reason: string,
  desk: Desk | undefined,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (!(await tx.db.row(handoverFailed, row.handoverId, reason))) return;
    await say(tx, desk, row, { happened: 'failed', agent: row.agentName ?? row.agent, reason });
    await recommendationChanged(tx, row.recommendationId);
    ctx.log.warn({ url: row.url, reason }, 'an issue could not be handed to a coding agent');
  });

/** Posts a note to the card's thread. */
const say = (
  tx: Context,
  desk: Desk | undefined,
  { recommendationId, url, externalId }: HandoverRow,
  what: { happened: 'handed' | 'begun' | 'failed'; agent: string; reason?: string },
): Promise<void> =>
  noteOnRecommendation(tx, recommendationId, {
    kind: 'handover',
    tracker: desk?.tracker.name,
    name: desk?.issue.externalId ?? externalId ?? url,
    url,
    ...what,
  });

/** Checks every minute if the agent has begun, and posts a note if it has not after ten. */
export const watchAgentJob = (deps: WorkItemDeps): JobHandler => ({
  kind: WATCH_AGENT,
  async run(ctx, payload) {
    const row = await ctx.db.row(handover, Payload.parse(payload).handoverId);
    if (row?.state !== 'handed' || row.isEnded) return;
    const begun = await followRow(ctx, deps, row).catch((error: unknown) => {
      if (!(error instanceof TrackerFailure)) throw error;
      ctx.log.warn({ url: row.url, reason: error.message }, "an agent's progress was not read");
      return false;
    });
    if (begun) return;
    const leftMs = HANDOVER_PATIENCE_MS - (row.sinceHandedMs ?? 0);
    if (leftMs > 0) throw new RetryLater(Math.min(leftMs, LOOK_EVERY_MS), 'no sign of the agent');
    await inTransaction(ctx, async (tx) => {
      if (!(await tx.db.row(markLate, row.handoverId))) return;
      await recommendationChanged(tx, row.recommendationId);
    });
  },
});

/** Reads the agent's progress on a linked issue that was handed over. Throws failures that may be temporary. */
export async function followAgent(
  ctx: Context,
  deps: WorkItemDeps,
  { recommendationId, normalizedUrl }: Link,
): Promise<void> {
  const row = await ctx.db.row(handoverOfLink, recommendationId, normalizedUrl);
  if (row?.state !== 'handed' && row?.state !== 'begun') return;
  try {
    await followRow(ctx, deps, row);
  } catch (error) {
    if (!isRefused(error)) throw error;
    ctx.log.warn({ url: row.url, reason: error.message }, "an agent's progress was not read");
  }
}

/** Stores the progress that the tracker shows; true if the agent has begun. */
async function followRow(ctx: Context, deps: WorkItemDeps, row: HandoverRow): Promise<boolean> {
  const desk = deskOf(deps, row);
  if (!desk) return false;
  const progress = await desk.agents.progress(desk.issue, row.agent);
  await storeProgress(ctx, desk, row, progress);
  return progress.began;
}

/** Applies progress in one transaction: redraws the card, and asks once after a merge if the work shipped. */
const storeProgress = (
  ctx: Context,
  desk: Desk,
  { handoverId, recommendationId }: HandoverRow,
  { began, pull }: AgentProgress,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.row(lockRecommendation, recommendationId);
    const row = await tx.db.row(handover, handoverId);
    if (!row) return;
    const agent = row.agentName ?? row.agent;
    const isNews = began && (await tx.db.row(markBegun, handoverId)) !== undefined;
    if (isNews) await say(tx, desk, row, { happened: 'begun', agent });
    const isOther = pull && (pull.url !== row.pullUrl || pull.state !== row.pullState);
    if (pull && isOther) {
      const { name, url, state } = pull;
      const isMerged = state === 'merged' && !row.isCompleted;
      const mergeAsked = isMerged && (await askAboutMerge(tx, row, pull.mergedBy ?? null));
      await tx.db.row(writePull, { handoverId, name, url, state, mergeAsked });
    }
    if (isNews || isOther) await recommendationChanged(tx, recommendationId);
  });
