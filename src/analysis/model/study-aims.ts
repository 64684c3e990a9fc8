import { pseudonyms } from '../../beliefs/participants/pseudonyms.js';
import type { Context } from '../../core/context.js';
import { cut } from '../../core/words.js';
import { aimOfInterview, type SaidRow } from '../queries/model.js';

const longestAim = 240;

/** Returns the name and purpose of each study in which something was said, by its id. */
export async function aimsOf(
  ctx: Context,
  rows: readonly SaidRow[],
  names: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const interviews = new Map(rows.map(({ studyId, sourceItemId }) => [studyId, sourceItemId]));
  const hide = pseudonyms(names);
  const aims = new Map<string, string>();
  for (const [studyId, sourceItemId] of interviews) {
    const study = await ctx.db.row(aimOfInterview, sourceItemId);
    const lines = [study?.name ?? '', study?.objective ?? ''].filter((line) => line.trim() !== '');
    aims.set(studyId, lines.map((line) => hide(cut(line.trim(), longestAim)).text).join(': '));
  }
  return aims;
}
