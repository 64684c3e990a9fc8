import { nearestInMeaning, usableModel } from '../../../db/queries/embeddings.js';
import type { Context } from '../../context.js';
import type { SearchScope } from '../find-evidence.js';
import { vectorText } from './vector-text.js';

/** How near quotes of the scope come to a text in meaning: 0 (as any two quotes) to 1 (the same), by evidence id. */
export type Meanings = ReadonlyMap<string, number>;

const none: Meanings = new Map();

/**
 * The quotes that are nearest to a text in meaning; none without embeddings, before the team's quotes have
 * theirs, and while the endpoint fails. Team and scope are those of the lexical search.
 */
export async function findByMeaning(
  ctx: Context,
  text: string,
  { signalId, studyId, kind }: SearchScope,
): Promise<Meanings> {
  const queries = ctx.models?.queryVectors;
  if (!queries) return none;
  const usable = await ctx.db.row(usableModel, queries.model.name);
  if (!usable) return none;
  const vector = await queries.of(text, usable.model, ctx.log);
  if (!vector) return none;
  const rows = await ctx.db.rows(
    nearestInMeaning,
    usable.model,
    vectorText(vector),
    kind ?? null,
    studyId ?? null,
    signalId ?? null,
  );
  return new Map(
    rows.map(({ evidenceId, likeness }) => [evidenceId, meaning(likeness, usable.background)]),
  );
}

/** Models differ in how alike unrelated texts are to them: what is no more alike than that counts 0. */
export function meaning(likeness: number, background: number): number {
  if (background >= 1) return 0;
  const above = Math.max(0, Math.min(1, (likeness - background) / (1 - background)));
  return above * above * (3 - 2 * above);
}
