import type { ClaimKind } from '../analysis/codebook/entry.js';
import { teamCodebook } from '../analysis/codebook/team-codebook.js';
import {
  type Names,
  participantsIn,
  shownName,
  withShownNames,
} from '../beliefs/participants/shown-name.js';
import {
  acceptanceCriteria,
  type WorkPacket,
  workPacket,
} from '../beliefs/recommendations/work-packet.js';
import type { PacketContent } from '../beliefs/recommendations/work-packet-markdown.js';
import type { Context } from '../core/context.js';
import { signedPageAddress } from '../core/page-tokens.js';
import { readSettings } from '../core/team-settings.js';
import { issueMarkdown } from './issue-markdown.js';
import { beliefNatures } from './queries/belief-natures.js';

/**
 * The work packet as it appears in an issue, with participants named as the team shows them in Slack. Throws
 * `not_found` as `workPacket` does.
 */
export async function issuePacket(
  ctx: Context,
  recommendationId: string,
): Promise<WorkPacket & { pageUrl: string | undefined }> {
  const [packet, problems, { names }, pageUrl] = await Promise.all([
    workPacket(ctx, recommendationId),
    problemsOf(ctx, recommendationId),
    readSettings(ctx.db),
    signedPageAddress(ctx, { recommendationId }),
  ]);
  const content = names === 'full' ? packet : await withNamesShown(ctx, packet, names);
  const mcpUrl = ctx.pages && `${ctx.pages.publicUrl}/mcp`;
  const markdown = issueMarkdown(content, ctx.now, { problems, pageUrl, mcpUrl });
  return { ...content, markdown, pageUrl };
}

const PROBLEM_KINDS: readonly ClaimKind[] = ['pain', 'worry', 'wish', 'need'];

/** Ids of the beliefs of a recommendation that name a problem, by the codebook or else by their themes. */
async function problemsOf(ctx: Context, recommendationId: string): Promise<Set<string>> {
  const [{ entries }, beliefs] = await Promise.all([
    teamCodebook(ctx),
    ctx.db.rows(beliefNatures, recommendationId),
  ]);
  const kindOf = (key: string | null) => entries.find(({ id }) => id === key?.split('/')[0])?.kind;
  return new Set(
    beliefs
      .filter(({ beliefKey, isNegative }) => {
        const kind = kindOf(beliefKey);
        return kind ? PROBLEM_KINDS.includes(kind) : isNegative;
      })
      .map(({ signalId }) => signalId),
  );
}

/**
 * Applies the team's name setting to participants' names and to texts that others wrote. Quotes are kept verbatim.
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
  const shownRecommendation = {
    ...recommendation,
    title: shown(recommendation.title),
    body: shown(recommendation.body),
    actionItems: recommendation.actionItems.map((item) => ({
      ...item,
      action: shown(item.action),
      supportingEvidence: shown(item.supportingEvidence),
    })),
  };
  return {
    ...{ ...packet, recommendation: shownRecommendation },
    acceptanceCriteria: acceptanceCriteria({ ...shownRecommendation, signals }),
    signals: signals.map((signal) => ({
      ...signal,
      label: shown(signal.label),
      description: shown(signal.description),
    })),
    evidence: quotes(evidence),
    counterEvidence: quotes(counterEvidence),
  };
}
