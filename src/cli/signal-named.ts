import { Signal } from '../../db/entities/signal.js';
import { refNumberOf, signalRef } from '../beliefs/signals/ref.js';
import type { Context } from '../core/context.js';
import { notFound } from '../core/errors.js';

export interface NamedSignal {
  signalId: string;
  ref: string;
}

/** The signal with this id or ref. Throws `not_found`. */
export async function signalNamed(ctx: Context, named: string): Promise<NamedSignal> {
  const refNumber = refNumberOf(named);
  const byRef = refNumber !== undefined && (await ctx.db.findOne(Signal, { refNumber }));
  const signal = byRef || (await ctx.db.findOne(Signal, { signalId: named }));
  if (!signal) throw notFound('signal', named);
  return { signalId: signal.signalId, ref: signalRef(signal.refNumber) };
}
