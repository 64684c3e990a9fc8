import type { Decision } from '../../db/entities/recommendation.js';
import { type Context, inTransaction } from '../context.js';
import { closeGone } from '../engine/close-gone.js';
import { autoPush } from '../trackers/auto-push.js';
import { commentOnWorkItems } from '../trackers/comment-on-work-items.js';
import { recordChange, transition } from './transition.js';

export interface DecideInput {
  decision: Decision;
  /** At most `MAX_NOTE` characters. */
  note?: string | undefined;
}

/** Accepts or dismisses an open recommendation (api.md 3.1). Throws `not_found` or `invalid_transition`. */
export const decide = (
  ctx: Context,
  recommendationId: string,
  { decision, note }: DecideInput,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await transition(tx, recommendationId, decision === 'accepted' ? 'accept' : 'dismiss', {
      decision,
      decidedAt: tx.now,
      decisionNote: note ?? null,
    });
    await recordChange(tx, recommendationId, { action: 'decide', note, detail: { decision } });
    await closeGone(tx, { recommendationIds: [recommendationId] });
    if (decision === 'accepted') await autoPush(tx, recommendationId);
    await commentOnWorkItems(tx, { recommendationId, kind: 'decision', decision, note });
  });
