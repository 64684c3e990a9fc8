import type { Context } from '../../../core/context.js';
import { groupBy } from '../../../core/group-by.js';
import { contextTokensOf, isWide } from '../../../core/models/context-room.js';
import type { CodebookEntry, Sentence } from '../../codebook/entry.js';
import { nearnessTo } from '../asking/nearest.js';
import { searchTalks } from '../reading/search-talks.js';
import { searchClaims } from './search-claims.js';
import { copyOf, isCounted, ofStance, passageOf, quoteOf, type Working } from './working-rows.js';

/**
 * Most beliefs for which a talk is read again, by the size of the model's context: those nearest to its claims. A new
 * study has 30 to 50.
 */
const mostBeliefs = { narrow: 32, wide: 48 };
const nearestBeliefs = 3;

/**
 * Reads new talks again with the beliefs in hand, for words for and against them that no claim covers. Hits are
 * returned as separate quotes, so that a belief has everyone who shares it and everyone who does not. A sentence that
 * no quote supports is considered wrong, and not searched for.
 */
export async function readAgain(
  ctx: Context,
  rows: readonly Working[],
  beliefs: readonly Sentence[],
  fresh: readonly Working[],
  names: ReadonlyMap<string, string>,
): Promise<Working[]> {
  const supporters = supportersOf(rows, beliefs);
  const sought = beliefs.filter(({ entryId }) => (supporters.get(entryId)?.size ?? 0) > 0);
  const nearest = await nearestTo(ctx, sought, fresh);
  const talks = [...groupBy(fresh, ({ sourceItemId }) => sourceItemId).values()].map((own) => {
    const { sourceItemId, participantId, studyId } = own[0] as Working;
    return { sourceItemId, participantId, studyId, beliefs: nearest(own) };
  });
  const hits = await searchTalks(ctx, talks, supporters, names);
  return hits.filter((hit) => !isCounted(rows, hit, hit.entryId)).map(quoteOf);
}

/**
 * Searches the claims of the other talks for the new beliefs. A claim that counts for no belief yet is coded; for the
 * others, separate quotes are returned.
 */
export async function gatherClaims(
  ctx: Context,
  rows: readonly Working[],
  written: readonly CodebookEntry[],
  fresh: readonly Working[],
  names: ReadonlyMap<string, string>,
): Promise<Working[]> {
  const read = new Set(fresh.map(({ sourceItemId }) => sourceItemId));
  const claimed = new Set(rows.filter(({ byModel }) => byModel).map(passageOf));
  const elsewhere = rows.filter(
    (row) => !read.has(row.sourceItemId) && (row.byModel || !claimed.has(passageOf(row))),
  );
  const founded = written.map(({ id, ...entry }) => ({ ...entry, entryId: id }));
  const claims = await searchClaims(ctx, founded, elsewhere, supportersOf(rows, founded), names);
  const copies: Working[] = [];
  for (const { row, entryId, stance } of claims) {
    if (isCounted(rows, row, entryId)) continue;
    const coding = { entryId, stance, verdict: stance };
    if (row.entryId === null && row.verdict === null) {
      Object.assign(row, { ...coding, changed: true });
    } else copies.push(copyOf(row, coding));
  }
  return copies;
}

const supportersOf = (rows: readonly Working[], beliefs: readonly Sentence[]) =>
  new Map(
    beliefs.map(({ entryId }) => [
      entryId,
      new Set(ofStance(rows, entryId, 'supports').map(({ participantId }) => participantId)),
    ]),
  );

/** Returns a function that selects the beliefs nearest to the claims of some of the rows. */
async function nearestTo(
  ctx: Context,
  beliefs: readonly Sentence[],
  rows: readonly Working[],
): Promise<(some: readonly Working[]) => Sentence[]> {
  const most = mostBeliefs[isWide(contextTokensOf(ctx)) ? 'wide' : 'narrow'];
  if (beliefs.length <= most) return () => [...beliefs];
  const nearness = await nearnessTo(
    ctx,
    beliefs.map(({ statement }) => statement),
    rows.map(({ claim }) => claim),
  );
  return (some) => {
    const near = beliefs.map((belief, at) => ({ belief, at, claims: 0 }));
    for (const { claim } of some) {
      for (const at of nearness.nearest(claim, nearestBeliefs)) {
        const one = near[at];
        if (one) one.claims++;
      }
    }
    return near
      .sort((a, b) => b.claims - a.claims || a.at - b.at)
      .slice(0, most)
      .map(({ belief }) => belief);
  };
}
