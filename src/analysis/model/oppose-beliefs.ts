import type { Context } from '../../core/context.js';
import type { CodebookEntry } from '../codebook/entry.js';
import type { Heard } from './checked-beliefs.js';
import type { Sentence } from './code-claims.js';
import { nearnessTo } from './nearest.js';
import { seekAgainst } from './seek-against.js';
import { copyOf, isHeld, ofStance, passageOf, type Working } from './working-rows.js';

/** Beliefs held already that new claims are compared with, those nearest to them. */
const knownOpposed = 20;
const nearestKnown = 3;

/**
 * Seeks what speaks against new beliefs in all that was claimed, and against those held already in new claims. A claim
 * that counts for another belief is returned as a quote of its own.
 */
export async function oppose(
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
  const opposable = written.map(({ id, ...entry }) => ({ ...entry, entryId: id }));
  const counters = [
    ...(await seekAgainst(ctx, opposable, said, supporters, names)),
    ...(await seekAgainst(ctx, near, fresh, supporters, names)),
  ];
  const copies: Working[] = [];
  for (const { row, entryId } of counters) {
    const against = { entryId, stance: 'contradicts', verdict: 'contradicts' } as const;
    if (row.entryId === null && row.verdict === null) {
      Object.assign(row, { ...against, changed: true });
    } else if (!rows.some((one) => one.entryId === entryId && passageOf(one) === passageOf(row))) {
      copies.push(copyOf(row, against));
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
  if (sentences.length <= knownOpposed || rows.length === 0) return [...sentences];
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
    .slice(0, knownOpposed)
    .map(({ sentence }) => sentence);
}
