import type { Context } from '../../core/context.js';
import type { CodebookEntry } from '../codebook/entry.js';
import type { Heard } from './checked-beliefs.js';
import type { Sentence } from './code-claims.js';
import { nearnessTo } from './nearest.js';
import { searchClaims } from './search-claims.js';
import { copyOf, isHeld, ofStance, passageOf, type Working } from './working-rows.js';

/** Beliefs held already that new claims are compared with, those nearest to them. */
const mostKnown = 20;
const nearestKnown = 3;

/**
 * Searches all that was claimed for what else speaks for and against new beliefs, and new claims for what does so for
 * those held already. A claim that counts for another belief is returned as a quote of its own.
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
  const claimed = new Set(rows.filter(({ byModel }) => byModel).map(passageOf));
  const said = rows.filter((row) => row.byModel || !claimed.has(passageOf(row)));
  const held = known.filter(({ entryId }) => isHeld(rows, entryId, heard));
  const near = await nearestTo(ctx, held, fresh);
  const supporters = new Map(
    [...written.map(({ id }) => id), ...held.map(({ entryId }) => entryId)].map((entryId) => [
      entryId,
      new Set(ofStance(rows, entryId, 'supports').map(({ participantId }) => participantId)),
    ]),
  );
  const sought = written.map(({ id, ...entry }) => ({ ...entry, entryId: id }));
  const hits = [
    ...(await searchClaims(ctx, sought, said, supporters, names)),
    ...(await searchClaims(ctx, near, fresh, supporters, names)),
  ];
  const copies: Working[] = [];
  for (const { row, entryId, stance } of hits) {
    const coding = { entryId, stance, verdict: stance };
    if (row.entryId === null && row.verdict === null) {
      Object.assign(row, { ...coding, changed: true });
    } else if (!rows.some((one) => one.entryId === entryId && passageOf(one) === passageOf(row))) {
      copies.push(copyOf(row, coding));
    }
  }
  return copies;
}

/** The sentences that most of the claims are near to. */
async function nearestTo(
  ctx: Context,
  sentences: readonly Sentence[],
  rows: readonly Working[],
): Promise<Sentence[]> {
  if (sentences.length <= mostKnown || rows.length === 0) return [...sentences];
  const claims = rows.map(({ claim }) => claim);
  const nearness = await nearnessTo(
    ctx,
    sentences.map(({ statement }) => statement),
    claims,
  );
  const near = sentences.map((sentence, at) => ({ sentence, at, claims: 0 }));
  for (const claim of claims) {
    for (const at of nearness.nearest(claim, nearestKnown)) {
      const one = near[at];
      if (one) one.claims++;
    }
  }
  return near
    .sort((a, b) => b.claims - a.claims || a.at - b.at)
    .slice(0, mostKnown)
    .map(({ sentence }) => sentence);
}
