import type { ContextBlock, KnownBlock } from '@slack/types';
import { z } from 'zod';
import {
  type CardQuoteRow,
  cardQuotes,
  type HistoryRow,
} from '../../../db/queries/card-material.js';
import { digestChanged } from '../../../db/queries/digest.js';
import { postsChanged } from '../../../src/core/announce.js';
import type { Context } from '../../../src/core/context.js';
import { historyLine } from '../blocks/history-line.js';
import type { Message } from '../blocks/message.js';
import { context, literal } from '../blocks/text.js';
import type { Slack } from '../connection/slack.js';
import { decisionsOn } from '../queries/beliefs.js';

/** A new belief that a digest proposes: its best quotes, and the decision about it, if any. */
export interface Proposal {
  quotes: readonly CardQuoteRow[];
  decision?: HistoryRow | undefined;
}

const BEST_QUOTES = 3;

/** The proposals for some beliefs, by id. */
export async function readProposals(
  ctx: Context,
  signalIds: readonly string[],
): Promise<Map<string, Proposal>> {
  const decisions = await ctx.db.rows(decisionsOn, signalIds);
  const found = new Map<string, Proposal>();
  for (const signalId of signalIds) {
    const quotes = await ctx.db.rows(cardQuotes, signalId, [], BEST_QUOTES, false);
    found.set(signalId, {
      quotes: quotes.filter(({ kind }) => kind === 'evidence'),
      decision: decisions.find((row) => row.signalId === signalId),
    });
  }
  return found;
}

const PROPOSAL = 'proposal/';

/** The id of the block with a proposal's buttons, or with the decision about it. */
export const proposalBlock = (signalId: string): string => `${PROPOSAL}${signalId}`;

/** The decision about a proposed belief, shown in place of its buttons. */
export function decided(signalId: string, row: HistoryRow): ContextBlock {
  const name = row.action === 'rename' && typeof row.detail.to === 'string' ? row.detail.to : '';
  const line = `${historyLine(row, 'named')}${name ? `: “${literal(name, 200)}”` : ''}`;
  return { ...context(line), block_id: proposalBlock(signalId) };
}

const Posted = z.object({
  text: z.string().default(''),
  blocks: z.array(z.looseObject({ type: z.string(), block_id: z.string().optional() })).default([]),
});

/**
 * The blocks, with later decisions in place of the proposals' buttons; undefined if none of the blocks is a
 * proposal.
 */
async function withDecisions(
  ctx: Context,
  blocks: z.infer<typeof Posted>['blocks'],
): Promise<KnownBlock[] | undefined> {
  const proposed = blocks.flatMap(({ block_id: id }) =>
    id?.startsWith(PROPOSAL) ? [id.slice(PROPOSAL.length)] : [],
  );
  if (proposed.length === 0) return undefined;
  const decisions = new Map(
    (await ctx.db.rows(decisionsOn, proposed)).map((row) => [proposalBlock(row.signalId), row]),
  );
  return blocks.map((block) => {
    const row = decisions.get(block.block_id ?? '');
    return row ? decided(row.signalId, row) : (block as KnownBlock);
  });
}

/** A stored digest in its current form. */
export async function storedDigest(ctx: Context, message: unknown): Promise<Message> {
  const { text, blocks } = Posted.parse(message);
  return { text, blocks: (await withDecisions(ctx, blocks)) ?? (blocks as KnownBlock[]) };
}

/**
 * Shows later decisions in the proposals of a posted digest; other messages stay as they are. A job redraws a
 * stored digest from the database, as after an erasure. A digest from before digests were stored is redrawn from
 * Slack's own copy.
 */
export async function redrawProposals(
  { client }: Slack,
  ctx: Context,
  { channel, ts }: { channel: string; ts: string },
): Promise<void> {
  if (await ctx.db.row(digestChanged, channel, ts)) return postsChanged(ctx);
  const found = await client.conversations.history({
    ...{ channel, latest: ts, oldest: ts, inclusive: true, limit: 1 },
  });
  const posted = Posted.safeParse(found.messages?.find((message) => message.ts === ts)).data;
  const blocks = posted && (await withDecisions(ctx, posted.blocks));
  if (blocks) await client.chat.update({ channel, ts, text: posted.text, blocks });
}
