import type { Context } from '../core/context.js';
import { describeStudies } from './beliefs/place-beliefs.js';
import { namesOf } from './built-in-analyst.js';
import {
  clearNarratives,
  dropEmptySignals,
  dropEmptyThemes,
  rewordThemes,
  signalsOfThemes,
  topicsToName,
} from './queries/settle.js';
import { settleStances } from './themes/settle-stances.js';

/** The records that changed, for facts, search and engine. */
interface SettledBeliefs {
  signalIds: string[];
}

/** Topics named between two statements, so that the connection waits only a moment in a transaction. */
const NAMED_AT_ONCE = 25;

/**
 * Updates beliefs after quotes were removed, in the same transaction. Empty themes and signals that the service
 * created are deleted. Topics and narratives are reworded from the remaining quotes, so that withdrawn words do
 * not survive in them; beliefs have the codebook's wording. The caller updates facts and search.
 */
export async function settleBeliefs(
  tx: Context,
  themeIds: readonly string[],
): Promise<SettledBeliefs> {
  const signals = await tx.db.rows(signalsOfThemes, themeIds);
  const signalIds = signals.map(({ signalId }) => signalId);
  await tx.db.rows(dropEmptyThemes, themeIds);
  await tx.db.rows(dropEmptySignals, signalIds);
  await settleStances(tx, themeIds);
  const themes = await tx.db.rows(topicsToName, themeIds);
  const names = namesOf(themes);
  for (let at = 0; at < themes.length; at += NAMED_AT_ONCE) {
    const some = themes.slice(at, at + NAMED_AT_ONCE);
    const reworded = some.map(({ themeId }) => ({ themeId, ...names.next().value }));
    await tx.db.rows(rewordThemes, JSON.stringify(reworded));
  }
  await tx.db.rows(clearNarratives, themeIds);
  await describeStudies(tx, themeIds);
  return { signalIds };
}
