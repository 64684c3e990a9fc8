import { Signal } from '../../../db/entities/signal.js';
import type { Context } from '../../core/context.js';
import { invalidTransition, notFound } from '../../core/errors.js';

/** Locks an open signal. Throws `not_found`, `invalid_transition`. */
export async function openSignal(tx: Context, signalId: string): Promise<Signal> {
  const signal = await tx.db.lock(Signal, { signalId });
  if (!signal) throw notFound('signal', signalId);
  if (signal.archived) {
    throw invalidTransition(
      `SIG-${signal.refNumber} is archived (${signal.archiveReason}): only an open signal can be changed.`,
    );
  }
  return signal;
}
