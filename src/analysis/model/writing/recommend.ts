import type { Context } from '../../../core/context.js';
import { type CodebookEntry, hasThing, type Implication } from '../../codebook/entry.js';
import { teamCodebook } from '../../codebook/team-codebook.js';
import { refsOfEntries } from '../../queries/beliefs.js';
import { asListed, type Working } from '../finding/working-rows.js';
import { worthDoing } from './rate-recommendations.js';
import { writeRecommendations } from './write-recommendations.js';

/** Adds the recommendation that follows from each new entry, if a team would take it up. */
export async function recommend(
  ctx: Context,
  entries: readonly CodebookEntry[],
  rows: readonly Working[],
  names: ReadonlyMap<string, string>,
): Promise<CodebookEntry[]> {
  const claims = rows.filter(({ byModel }) => byModel);
  const beliefs = entries.map((entry) =>
    asListed(rows, { entryId: entry.id, statement: entry.statement }),
  );
  const steps = await writeRecommendations(ctx, beliefs, claims, names);
  const recommended = beliefs.flatMap((belief, at) => {
    const so = steps[at];
    return so ? [{ ...belief, so }] : [];
  });
  const made = await recommendedOf(ctx);
  const taken = await worthDoing(ctx, recommended, made, claims, names);
  return entries.map((entry, at) => {
    const so = steps[at];
    return so && taken.has(so) ? { ...entry, so } : entry;
  });
}

/** The recommendations of beliefs that the team holds. */
async function recommendedOf(ctx: Context): Promise<Implication[]> {
  const { entries } = await teamCodebook(ctx);
  const held = new Set((await ctx.db.rows(refsOfEntries)).map(({ entryId }) => entryId));
  return entries.flatMap((entry) =>
    entry.so && held.has(entry.id) && !hasThing(entry) ? [entry.so] : [],
  );
}
