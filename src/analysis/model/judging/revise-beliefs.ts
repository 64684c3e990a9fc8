import type { Verdict } from '../../../../db/entities/analysis.js';
import type { Context } from '../../../core/context.js';
import { enoughPeople, type StudySize } from '../../beliefs/beliefs-from-model.js';
import { foundEntryId } from '../../ids.js';
import { isPlain } from '../asking/text.js';
import { checkPairs } from '../checking/check-pairs.js';
import { longestStatement } from '../finding/find-beliefs.js';
import {
  counted,
  ofStance,
  peopleIn,
  setCoding,
  toPair,
  type Working,
} from '../finding/working-rows.js';
import type { Judged } from './judge-list.js';
import { peopleKept } from './merge-duplicates.js';
import { isLikely, rateBeliefs } from './rate-beliefs.js';

/** A belief with a fault, and a sentence without it. */
interface Mend {
  belief: Judged;
  statement: string;
}

interface Checked extends Mend {
  pairs: readonly { row: Working; verdict: Verdict }[];
}

/**
 * Replaces sentences of a finished list by better ones. A better sentence has to be supported by enough of the people
 * whose words count, and judged worth repeating, with a chance no lower than that of the sentence it replaces, if
 * that would stay. Returns all beliefs, in order.
 */
export async function reviseBeliefs(
  ctx: Context,
  rows: readonly Working[],
  judged: readonly Judged[],
  heard: readonly StudySize[],
  names: ReadonlyMap<string, string>,
): Promise<Judged[]> {
  const checked = await borneOut(ctx, rows, mendsOf(judged), heard, names);
  const mended = new Set(checked.map(({ belief }) => belief));
  // a sentence that will be dropped cannot be repeated
  const others = judged.filter((one) => !mended.has(one) && isLikely(one));
  const beliefs = checked.map(({ statement, pairs }) => ({
    statement,
    for: ofVerdict(pairs, 'supports'),
    against: ofVerdict(pairs, 'contradicts'),
  }));
  const staying = others.map(({ statement }) => statement);
  const appraised = await rateBeliefs(ctx, beliefs, staying, names, { mends: false });
  const taken = new Map<Judged, Judged>();
  for (const [at, { belief, statement, pairs }] of checked.entries()) {
    const one = appraised[at];
    if (!one || one.repeats !== undefined || !isLikely(one)) continue;
    if (isLikely(belief) && one.chance < belief.chance) continue;
    const entryId = foundEntryId(statement);
    taken.set(belief, { ...one, entryId });
    for (const { row, verdict } of pairs) setCoding(row, { entryId, stance: row.stance }, verdict);
  }
  return judged.map((one) => taken.get(one) ?? one);
}

function mendsOf(judged: readonly Judged[]): Mend[] {
  const taken = new Set(judged.map(({ statement }) => statement));
  return judged.flatMap((belief) => {
    const statement = belief.better ?? '';
    const fits = isPlain(statement) && statement.length <= longestStatement;
    if (!fits || taken.has(statement)) return [];
    taken.add(statement);
    return [{ belief, statement }];
  });
}

/** Checks the quotes of beliefs against their better sentences; returns those that enough people support. */
async function borneOut(
  ctx: Context,
  rows: readonly Working[],
  mends: readonly Mend[],
  heard: readonly StudySize[],
  names: ReadonlyMap<string, string>,
): Promise<Checked[]> {
  const open = mends.flatMap((mend) =>
    counted(rows, mend.belief.entryId).map((row) => ({ row, mend })),
  );
  const verdicts = await checkPairs(
    ctx,
    open.map(({ row, mend }) => toPair(row, mend.statement)),
    names,
  );
  const checked = mends.map((mend) => ({
    ...mend,
    pairs: open.flatMap(({ row, mend: of }, n) =>
      of === mend ? [{ row, verdict: verdicts[n] ?? ('neither' as const) }] : [],
    ),
  }));
  return checked.filter(({ belief, pairs }) => {
    const agreeing = ofVerdict(pairs, 'supports');
    const least = peopleKept * peopleIn(ofStance(rows, belief.entryId, 'supports'));
    return enoughPeople(agreeing, heard) && peopleIn(agreeing) >= least;
  });
}

const ofVerdict = (pairs: Checked['pairs'], wanted: Verdict): Working[] =>
  pairs.filter(({ verdict }) => verdict === wanted).map(({ row }) => row);
