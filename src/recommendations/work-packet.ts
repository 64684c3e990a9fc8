import {
  packetEvidence,
  packetRecommendation,
  packetSignals,
} from '../../db/queries/work-packet.js';
import type { Context } from '../context.js';
import { WORK_PACKET_COUNTER_EVIDENCE, WORK_PACKET_EVIDENCE } from '../decisions.js';
import { notFound } from '../errors.js';
import { settleTrajectories } from '../signals/refresh-facts.js';
import { acceptanceCriteria } from './acceptance-criteria.js';
import type { PacketContent } from './packet-content.js';
import { workPacketMarkdown } from './work-packet-markdown.js';

export interface WorkPacket extends PacketContent {
  /** The same packet for an issue tracker: nothing in it pings, links or breaks out. */
  markdown: string;
}

/**
 * A recommendation bundled for handoff (api.md 2.16), assembled from what is stored.
 * Throws `not_found` for one that is unknown or not published.
 */
export async function workPacket(ctx: Context, recommendationId: string): Promise<WorkPacket> {
  await settleTrajectories(ctx);
  const stored = await ctx.db.row(packetRecommendation, recommendationId);
  if (!stored) throw notFound('recommendation', recommendationId);
  const { links, ...recommendation } = stored;
  const workItemLinks = links.map((link) => ({ ...link, linkedAt: new Date(link.linkedAt) }));
  const signals = await ctx.db.rows(packetSignals, recommendationId);
  const quotes = await ctx.db.rows(
    packetEvidence,
    signals.map(({ signalId }) => signalId),
    WORK_PACKET_EVIDENCE,
    WORK_PACKET_COUNTER_EVIDENCE,
  );
  const content: PacketContent = {
    recommendation: { ...recommendation, workItemLinks },
    signals,
    evidence: quotes.filter(({ kind }) => kind === 'evidence'),
    counterEvidence: quotes.filter(({ kind }) => kind === 'counterEvidence'),
    acceptanceCriteria: acceptanceCriteria({ ...recommendation, signals }),
  };
  return { ...content, markdown: workPacketMarkdown(content, ctx.now) };
}
