import { READ_LATER } from '../../../core/announce.js';
import type { Context } from '../../../core/context.js';
import { ModelFailure } from '../../../core/models/language-model.js';
import { day } from '../../../core/words.js';
import { addTokensOfDay, tokensOfDay } from '../../queries/model.js';

/** A team's use of tokens today (UTC). */
interface Budget {
  /** Absent: no limit. */
  limit?: number;
  usedToday: number;
  /** Interviews that wait to be read. */
  waiting: number;
  /** True if today's tokens are used up, and reading continues with those of the next day. */
  isSpent: boolean;
}

export async function budgetOf(ctx: Context): Promise<Budget> {
  const limit = ctx.models?.reading?.dailyTokens;
  const now = new Date();
  const row = await ctx.db.row(tokensOfDay, day(now), READ_LATER);
  return {
    ...(limit !== undefined && { limit }),
    usedToday: row?.tokens ?? 0,
    waiting: row?.waiting ?? 0,
    isSpent: limit !== undefined && row?.readsAt?.getTime() === nextDay(now).getTime(),
  };
}

/** Throws ModelFailure `spent` if a call of this many tokens exceeds what is left of the day's. */
export async function checkBudget(ctx: Context, tokens: number): Promise<void> {
  const { limit, usedToday } = await budgetOf(ctx);
  if (limit === undefined || usedToday + tokens <= limit) return;
  throw new ModelFailure('spent', `the team's ${limit} tokens for today are used up`);
}

export async function countTokens(
  ctx: Context,
  used: { inputTokens: number; outputTokens: number },
): Promise<void> {
  await ctx.db.rows(addTokensOfDay, day(new Date()), used.inputTokens, used.outputTokens);
}

/** One minute into the next day (UTC), when waiting interviews are read. */
export function nextDay(now = new Date()): Date {
  const next = new Date(now);
  next.setUTCHours(24, 1, 0, 0);
  return next;
}
