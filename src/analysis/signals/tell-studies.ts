import { linksOfThemes, writeNarratives } from '../../../db/queries/analysis/signals.js';
import type { Context } from '../../context.js';
import { narrativeOf } from './narrative.js';

/** Says anew what each study says about the signals of these themes; gives those signals. */
export async function tellStudies(tx: Context, themeIds: readonly string[]): Promise<string[]> {
  const links = await tx.db.rows(linksOfThemes, themeIds);
  const narratives = links.map(({ signalId, themeId, relationship, people, quote }) => ({
    signalId,
    themeId,
    narrative: narrativeOf(relationship, people, quote),
  }));
  await tx.db.rows(writeNarratives, JSON.stringify(narratives));
  return links.map(({ signalId }) => signalId);
}
