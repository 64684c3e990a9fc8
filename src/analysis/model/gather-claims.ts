import type { Context } from '../../core/context.js';
import { groupBy } from '../claims/held-beliefs.js';
import type { CodebookEntry } from '../codebook/entry.js';
import type { Heard } from './checked-beliefs.js';
import type { Sentence } from './code-claims.js';
import { nearnessTo } from './nearest.js';
import { type Sought, searchClaims } from './search-claims.js';
import { searchTalks } from './search-talks.js';
import {
  copyOf,
  isCounted,
  isHeld,
  ofStance,
  passageOf,
  quoteOf,
  type Working,
} from './working-rows.js';

/** Beliefs that a talk is read again for, those nearest to what was claimed in it. */
const mostBeliefs = 24;
const nearestBeliefs = 3;

/**
 * Searches for what else speaks for and against beliefs, so that a belief has all its people and those who see it
 * otherwise: new talks are read again with the beliefs in hand, the claims of the others are looked through for the new
 * beliefs. What counts is returned as quotes of their own; a claim that counts for nothing yet is coded.
 */
export async function gatherClaims(
  ctx: Context,
  rows: readonly Working[],
  written: readonly CodebookEntry[],
  known: readonly Sentence[],
  fresh: readonly Working[],
  heard: readonly Heard[],
  names: ReadonlyMap<string, string>,
): Promise<Working[]> {
  const talks = groupBy(fresh, ({ sourceItemId }) => sourceItemId);
  const claimed = new Set(rows.filter(({ byModel }) => byModel).map(passageOf));
  const elsewhere = rows.filter(
    (row) => !talks.has(row.sourceItemId) && (row.byModel || !claimed.has(passageOf(row))),
  );
  const held = known.filter(({ entryId }) => isHeld(rows, entryId, heard));
  const founded = written.map(({ id, ...entry }): Sought => ({ ...entry, entryId: id }));
  const supporters = new Map(
    [...founded, ...held].map(({ entryId }) => [
      entryId,
      new Set(ofStance(rows, entryId, 'supports').map(({ participantId }) => participantId)),
    ]),
  );
  const sought = [...founded, ...held];
  const nearest = await nearestTo(ctx, sought, fresh);
  const toRead = [...talks.values()].map((own) => {
    const { sourceItemId, participantId, studyId } = own[0] as Working;
    return { sourceItemId, participantId, studyId, beliefs: nearest(own) };
  });
  const copies: Working[] = [];
  for (const hit of await searchTalks(ctx, toRead, supporters, names)) {
    if (!isCounted(rows, hit, hit.entryId)) copies.push(quoteOf(hit));
  }
  const claims = await searchClaims(ctx, founded, elsewhere, supporters, names);
  for (const { row, entryId, stance } of claims) {
    const coding = { entryId, stance, verdict: stance };
    if (row.entryId === null && row.verdict === null) {
      Object.assign(row, { ...coding, changed: true });
    } else if (!isCounted(rows, row, entryId)) copies.push(copyOf(row, coding));
  }
  return copies;
}

/** Tells which beliefs most of some of the rows' claims are near to. */
async function nearestTo(
  ctx: Context,
  beliefs: readonly Sought[],
  rows: readonly Working[],
): Promise<(some: readonly Working[]) => Sought[]> {
  if (beliefs.length <= mostBeliefs) return () => [...beliefs];
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
      .slice(0, mostBeliefs)
      .map(({ belief }) => belief);
  };
}
