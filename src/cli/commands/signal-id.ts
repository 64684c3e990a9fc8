import { beliefByRef } from '../../../db/queries/card-material.js';
import type { Context } from '../../core/context.js';

/** The id of a signal that is named by its id or its ref. */
export async function signalIdOf(ctx: Context, named: string): Promise<string> {
  const number = /^SIG-(\d{1,9})$/i.exec(named)?.[1];
  const found = number ? await ctx.db.row(beliefByRef, Number(number)) : undefined;
  return found?.signalId ?? named;
}
