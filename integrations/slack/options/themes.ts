import {
  chosenStudy,
  type ThemeOption,
  themesToChoose,
} from '../../../db/queries/slack-options.js';
import type { Context } from '../../../src/context.js';
import { searchEvidence } from '../../../src/search/search-evidence.js';
import { readEvidenceDraft } from '../evidence/draft.js';
import type { Menu } from './menu.js';
import { option } from './option-value.js';

const MOST = 100;
const SUGGESTED = 5;
const SEARCHED = 500;

/** The themes of the chosen study, or of all; those whose quotes are nearest to the message come first. */
export const themeMenu: Menu = async (ctx, { text, subjectId, chosen }) => {
  const study = chosen.study ? await ctx.db.row(chosenStudy, chosen.study) : undefined;
  const themes = await ctx.db.rows(themesToChoose, text.trim(), study?.studyId ?? null, MOST);
  const near = text.trim() === '' ? await nearThemes(ctx, subjectId, study?.studyId) : [];
  const rankOf = ({ themeId }: ThemeOption): number =>
    near.includes(themeId) ? near.indexOf(themeId) : SUGGESTED;
  return themes
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(({ themeId, label, studyName }) =>
      option(themeId, study ? label : `${label} · ${studyName}`),
    );
};

/** Ids of the themes whose quotes are nearest to what is being saved, best first. */
async function nearThemes(
  ctx: Context,
  draftId: string,
  studyId: string | undefined,
): Promise<string[]> {
  const draft = await readEvidenceDraft(ctx, draftId);
  if (!draft) return [];
  const query = draft.text.slice(0, SEARCHED);
  const hits = await searchEvidence(ctx, { query, studyId, limit: 20 });
  return [...new Set(hits.map(({ item }) => item.themeId))].slice(0, SUGGESTED);
}
