import { searchEvidence } from '../../../src/answers/search/search-evidence.js';
import type { Context } from '../../../src/core/context.js';
import type { Menu } from '../blocks/menu.js';
import { option } from '../blocks/option-value.js';
import { chosenStudy, type ThemeOption, themesToChoose } from '../queries/options.js';
import { readEvidenceDraft } from './draft.js';
import { studyOfThemes } from './evidence-modal.js';

const MOST = 100;
const SUGGESTED = 5;
const SEARCHED = 500;

/** The themes of the chosen study, those with quotes nearest to the message first. */
export const themeMenu: Menu = async (ctx, { text, subjectId, blockId }) => {
  const study = await ctx.db.row(chosenStudy, studyOfThemes(blockId) ?? '');
  if (!study) return [];
  const themes = await ctx.db.rows(themesToChoose, text.trim(), study.studyId, MOST);
  const near = text.trim() === '' ? await nearThemes(ctx, subjectId, study.studyId) : [];
  const rankOf = ({ themeId }: ThemeOption): number =>
    near.includes(themeId) ? near.indexOf(themeId) : SUGGESTED;
  return themes
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(({ themeId, label }) => option(themeId, label));
};

/** Ids of the themes whose quotes are nearest to the text being saved, best first. */
async function nearThemes(ctx: Context, draftId: string, studyId: string): Promise<string[]> {
  const draft = await readEvidenceDraft(ctx, draftId);
  if (!draft) return [];
  const query = draft.text.slice(0, SEARCHED);
  const hits = await searchEvidence(ctx, { query, studyId, limit: 20 });
  return [...new Set(hits.map(({ item }) => item.themeId))].slice(0, SUGGESTED);
}
