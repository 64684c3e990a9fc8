import { pseudonyms } from '../../../beliefs/participants/pseudonyms.js';
import type { Context } from '../../../core/context.js';
import { cut } from '../../../core/words.js';
import { aimsOfStudies, type SaidRow } from '../../queries/model.js';

const longestAim = 240;
/** Most studies whose purpose is shown in a question about several. */
export const studiesShown = 3;

/** Returns the name and purpose of each study of the rows, by study id. */
export async function aimsOf(
  ctx: Context,
  rows: readonly SaidRow[],
  names: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const studies = await ctx.db.rows(aimsOfStudies, [...new Set(rows.map((row) => row.studyId))]);
  const hide = pseudonyms(names);
  return new Map(
    studies.map(({ studyId, name, objective }) => {
      const lines = [name, objective ?? ''].filter((line) => line.trim() !== '');
      return [studyId, lines.map((line) => hide(cut(line.trim(), longestAim)).text).join(': ')];
    }),
  );
}
