import {
  type Names,
  participantsIn,
  shownName,
  withShownNames,
} from '../beliefs/participants/shown-name.js';
import type { PacketContent } from '../beliefs/recommendations/work-packet.js';
import { type WorkPacket, workPacket } from '../beliefs/recommendations/work-packet.js';
import { workPacketMarkdown } from '../beliefs/recommendations/work-packet-markdown.js';
import type { Context } from '../core/context.js';
import { readSettings } from '../core/team-settings.js';

/**
 * The work packet as it appears in an issue: participants are named as the team shows them in
 * Slack, and the checks are for people instead of requests to the API. Throws `not_found` as
 * `workPacket` does.
 */
export async function issuePacket(ctx: Context, recommendationId: string): Promise<WorkPacket> {
  const [packet, { names }] = await Promise.all([
    workPacket(ctx, recommendationId),
    readSettings(ctx.db),
  ]);
  const content = names === 'full' ? packet : await withNamesShown(ctx, packet, names);
  return { ...content, markdown: workPacketMarkdown(content, ctx.now, 'people') };
}

/**
 * Quotes are kept verbatim; participants' names, and texts that others wrote, follow the setting.
 */
async function withNamesShown(
  ctx: Context,
  packet: PacketContent,
  names: Names,
): Promise<PacketContent> {
  const { recommendation, signals, evidence, counterEvidence } = packet;
  const written = [
    recommendation.title,
    recommendation.body,
    ...recommendation.actionItems.flatMap((item) => [item.action, item.supportingEvidence]),
    ...signals.flatMap(({ label, description }) => [label, description ?? '']),
    ...[...evidence, ...counterEvidence].map(({ note }) => note ?? ''),
  ];
  const people = await participantsIn(ctx, written);
  const shown = <Text extends string | null>(text: Text): Text =>
    (text === null ? text : withShownNames(text, people, names)) as Text;
  const quotes = (rows: PacketContent['evidence']) =>
    rows.map((row) => ({
      ...row,
      participantName: shownName(row.participantName, names),
      note: shown(row.note),
    }));
  return {
    ...packet,
    recommendation: {
      ...recommendation,
      title: shown(recommendation.title),
      body: shown(recommendation.body),
      actionItems: recommendation.actionItems.map((item) => ({
        ...item,
        action: shown(item.action),
        supportingEvidence: shown(item.supportingEvidence),
      })),
    },
    signals: signals.map((signal) => ({
      ...signal,
      label: shown(signal.label),
      description: shown(signal.description),
    })),
    evidence: quotes(evidence),
    counterEvidence: quotes(counterEvidence),
  };
}
