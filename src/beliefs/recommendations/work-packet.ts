import type { ActionItem } from '../../../db/entities/recommendation.js';
import type { SignalRow } from '../../../db/queries/signals.js';
import { read } from '../../../db/team-database.js';
import type { Context } from '../../core/context.js';
import { notFound } from '../../core/errors.js';
import {
  POST_SHIP_MIN_PEOPLE,
  POST_SHIP_WINDOW_DAYS,
  WORK_PACKET_COUNTER_EVIDENCE,
  WORK_PACKET_EVIDENCE,
} from '../../core/numbers.js';
import { type PacketRow, packetEvidence, packetRecommendation } from '../queries/work-packet.js';
import { readSettled, trajectoryIsDue } from '../signals/list-signals.js';
import { signalRef } from '../signals/ref.js';
import {
  type AcceptanceCriteria,
  type PacketContent,
  workPacketMarkdown,
} from './work-packet-markdown.js';

export interface WorkPacket extends PacketContent {
  /**
   * The same packet, safe for an issue tracker: nothing in it pings, links or breaks the
   * formatting.
   */
  markdown: string;
}

/**
 * A recommendation bundled for handoff, assembled from stored data. Throws `not_found` for an
 * unknown or unpublished one.
 */
export async function workPacket(ctx: Context, recommendationId: string): Promise<WorkPacket> {
  const [rows, quotes] = await readSettled(
    ctx,
    () =>
      ctx.db.together(
        read(packetRecommendation, recommendationId),
        read(packetEvidence, recommendationId, WORK_PACKET_EVIDENCE, WORK_PACKET_COUNTER_EVIDENCE),
      ),
    ([found]) => signalsOf(found).some((signal) => trajectoryIsDue(signal, ctx.now)),
  );
  const [stored] = rows;
  if (!stored) throw notFound('recommendation', recommendationId);
  const signals = signalsOf(rows);
  const recommendation = recommendationOf(stored);
  const content: PacketContent = {
    recommendation,
    signals,
    evidence: quotes.filter(({ kind }) => kind === 'evidence'),
    counterEvidence: quotes.filter(({ kind }) => kind === 'counterEvidence'),
    acceptanceCriteria: acceptanceCriteria({ ...recommendation, signals }),
  };
  return { ...content, markdown: workPacketMarkdown(content, ctx.now) };
}

const signalsOf = (rows: readonly PacketRow[]): SignalRow[] =>
  rows.filter((row): row is PacketRow & SignalRow => row.signalId !== null);

const recommendationOf = (row: PacketRow): PacketContent['recommendation'] => ({
  recommendationId: row.recommendationId,
  title: row.title,
  body: row.body,
  state: row.state,
  confidence: row.confidence,
  actionItems: row.actionItems,
  generatedAt: row.generatedAt,
  totals: row.totals,
  workItemLinks: row.links.map((link) => ({ ...link, linkedAt: new Date(link.linkedAt) })),
});

interface CriteriaFacts {
  recommendationId: string;
  actionItems: readonly ActionItem[];
  signals: readonly { signalId: string; refNumber: number; quoteCount: number }[];
}

export const acceptanceCriteria = (facts: CriteriaFacts): AcceptanceCriteria => ({
  actionChecks: facts.actionItems.map(({ action }) => action),
  beliefChecks: facts.signals.map(
    ({ signalId, refNumber, quoteCount }) =>
      `${signalRef(refNumber)}: GET /v1/signals/${signalId} has data.belief.archived == true or ` +
      `data.belief.postShipReceipt.recommendationId == "${facts.recommendationId}" ` +
      `(supporting quotes now: ${quoteCount})`,
  ),
  verification:
    `Record the outcome "shipped" when it ships. A signal gets its post-ship receipt once ` +
    `${POST_SHIP_WINDOW_DAYS} days have passed without a new unprompted supporting quote while at least ` +
    `${POST_SHIP_MIN_PEOPLE} people were interviewed. Record the outcome "validated" when every belief check holds.`,
});
