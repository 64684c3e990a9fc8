import {
  clearNarratives,
  dropEmptySignals,
  dropEmptyThemes,
  rewordSignals,
  rewordThemes,
  signalsOfThemes,
  themesOfSignals,
} from '../../db/queries/analysis/settle.js';
import { type ThemeToLink, themesToLink } from '../../db/queries/analysis/signals.js';
import type { Context } from '../context.js';
import { builtIn } from './built-in.js';
import { tellStudies } from './signals/tell-studies.js';
import { wordSignals } from './signals/word-signals.js';
import { settleStances } from './themes/settle-stances.js';

/** What changed, for facts, search and engine. */
export interface SettledBeliefs {
  signalIds: string[];
}

/**
 * After quotes were removed, in the transaction that did: themes and signals that the service founded and that have
 * nothing left go, the words of the others are taken anew from the quotes that are left, so that nothing that was
 * taken back lives on in a label, a description or a narrative. Facts and search are the caller's.
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
  const themes = await tx.db.rows(themesToLink, themeIds);
  const { wordings } = await builtIn.nameGroups(
    themes.map(({ quotes, speakers }) => ({ quotes, speakers })),
    tx.log,
  );
  const reworded = themes.map(({ themeId }, index) => ({ themeId, ...wordings[index] }));
  await tx.db.rows(rewordThemes, JSON.stringify(reworded));
  await tx.db.rows(clearNarratives, themeIds);
  await tellStudies(tx, themeIds);
  await rewordSignalsOf(tx, signalIds);
  return { signalIds };
}

async function rewordSignalsOf(tx: Context, signalIds: readonly string[]): Promise<void> {
  const links = await tx.db.rows(themesOfSignals, signalIds);
  const linked = links.map(({ themeId }) => themeId);
  const byId = new Map(
    (await tx.db.rows(themesToLink, linked)).map((theme) => [theme.themeId, theme]),
  );
  const groups = new Map<string, ThemeToLink[]>();
  for (const { signalId, themeId } of links) {
    const theme = byId.get(themeId);
    if (theme) groups.set(signalId, [...(groups.get(signalId) ?? []), theme]);
  }
  const { wordings } = await wordSignals(
    [...groups.values()].map((themes) => ({ themes })),
    builtIn,
    tx.log,
  );
  const reworded = [...groups.keys()].map((signalId, index) => ({ signalId, ...wordings[index] }));
  await tx.db.rows(rewordSignals, JSON.stringify(reworded));
}
