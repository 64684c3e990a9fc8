import type { Context } from '../context.js';
import { type WorkPacket, workPacket } from '../recommendations/work-packet.js';
import { workPacketMarkdown } from '../recommendations/work-packet-markdown.js';
import { readSettings } from '../settings/team-settings.js';

/**
 * A recommendation's work packet as an issue carries it: a team that shows its participants without names shows
 * them so to whoever reads the tracker, too. Throws `not_found` as `workPacket` does.
 */
export async function issuePacket(ctx: Context, recommendationId: string): Promise<WorkPacket> {
  const [packet, { names }] = await Promise.all([
    workPacket(ctx, recommendationId),
    readSettings(ctx.db),
  ]);
  if (names !== 'hidden') return packet;
  const unnamed = (quotes: WorkPacket['evidence']) =>
    quotes.map((quote) => ({ ...quote, participantName: 'A participant' }));
  const content = {
    ...packet,
    evidence: unnamed(packet.evidence),
    counterEvidence: unnamed(packet.counterEvidence),
  };
  return { ...content, markdown: workPacketMarkdown(content, ctx.now) };
}
