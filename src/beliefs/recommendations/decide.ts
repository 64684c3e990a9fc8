import type { Decision } from '../../../db/entities/recommendation.js';
import { type Context, inTransaction } from '../../core/context.js';
import { emit } from '../../core/events.js';
import { recordChange, transition } from './transition.js';

export interface DecideInput {
  decision: Decision;
  /** At most `MAX_NOTE` characters. */
  note?: string | undefined;
}

/** Accepts or dismisses an open recommendation. Throws `not_found` or `invalid_transition`. */
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
    await emit(tx, 'recommendationDecided', { recommendationId, decision, note });
  });
