import type { Context } from '../context.js';
import type { TokenUsage } from '../models/language-model.js';
import { addTokens, NO_TOKENS } from './analyst.js';
import { analystOf } from './analyst-of.js';
import { synthesizeSignals } from './signals/synthesize-signals.js';
import { synthesizeStudy } from './themes/synthesize-study.js';

export interface Synthesis {
  /** Quotes that came under a theme and are evidence now. */
  quotesPlaced: number;
  themesFounded: number;
  /** Themes that were linked to a signal. */
  linksAdded: number;
  signalsFounded: number;
  /** What naming them cost; 0 the built-in way. */
  usage: TokenUsage;
}

/**
 * Makes beliefs of what was read: themes within each of these studies, then signals across all of the team's.
 * What is there stays: new quotes join its themes and signals, or found new ones. Each study is one transaction and
 * the signals another; a run that was ended is repeated with the same result, and where nothing is new nothing is
 * changed.
 */
export async function synthesize(
  ctx: Context,
  { studyIds }: { studyIds: readonly string[] },
): Promise<Synthesis> {
  const analyst = analystOf(ctx.models);
  const total = { quotesPlaced: 0, themesFounded: 0 };
  let usage = NO_TOKENS;
  for (const studyId of [...new Set(studyIds)].sort()) {
    const study = await synthesizeStudy(ctx, studyId, analyst);
    total.quotesPlaced += study.quotesPlaced;
    total.themesFounded += study.themesFounded;
    usage = addTokens(usage, study.usage);
  }
  const signals = await synthesizeSignals(ctx, analyst);
  return { ...total, ...signals, usage: addTokens(usage, signals.usage) };
}
