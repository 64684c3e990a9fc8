import type { Context } from '../../../core/context.js';
import type { Sentence } from '../../codebook/entry.js';
import { checkPairs } from '../checking/check-pairs.js';
import {
  counted,
  ofStance,
  passageOf,
  peopleIn,
  setCoding,
  toPair,
  type Working,
} from '../finding/working-rows.js';
import { isLikely, type Rated } from './rate-beliefs.js';

/** More than this share of a duplicate's people have to support the sentence that stays. */
const peopleShared = 1 / 2;
/** Minimum share of a sentence's people that its replacement must have: their number matters more than details. */
export const peopleKept = 3 / 4;

/** A belief to be removed, and the sentence that gets its quotes. */
interface Duplicate {
  entryId: string;
  into: Sentence;
}

/**
 * Merges beliefs that repeat another, or one that the team holds: their quotes move to the sentence that stays, if
 * most of their people support it too. If they do not, because that sentence is narrower, it is merged into the
 * repeating one instead, unless the team holds it. Returns the remaining beliefs.
 */
export async function mergeDuplicates<Belief extends Sentence & Rated>(
  ctx: Context,
  rows: readonly Working[],
  judged: readonly Belief[],
  known: readonly Sentence[],
  names: ReadonlyMap<string, string>,
): Promise<Belief[]> {
  const sentences = new Map<string, Sentence & { repeats?: string }>(
    [...judged, ...known].map((one) => [one.statement, one]),
  );
  const doubles = judged.flatMap((belief) => {
    const into = lastOf(belief, sentences);
    return into === belief ? [] : [{ entryId: belief.entryId, into, belief }];
  });
  const joined = await join(ctx, rows, doubles, names);
  const settled = new Set([
    ...known.map(({ entryId }) => entryId),
    ...doubles.flatMap(({ entryId, into }) => (joined.has(entryId) ? [entryId, into.entryId] : [])),
  ]);
  const narrower = new Map<string, Duplicate>();
  for (const { entryId, into, belief } of doubles) {
    if (settled.has(entryId) || settled.has(into.entryId) || !isLikely(belief)) continue;
    narrower.set(into.entryId, { entryId: into.entryId, into: belief });
  }
  for (const entryId of await join(ctx, rows, [...narrower.values()], names)) joined.add(entryId);
  return judged.filter(({ entryId }) => !joined.has(entryId));
}

/** Follows repetitions to the sentence that repeats no other. */
function lastOf<One extends { repeats?: string }>(
  belief: One,
  sentences: ReadonlyMap<string, One>,
): One {
  const seen = new Set<One>();
  let last = belief;
  while (!seen.has(last)) {
    seen.add(last);
    last = sentences.get(last.repeats ?? '') ?? last;
  }
  return last;
}

/**
 * Merges duplicates if most of their people support the sentence that stays; returns the ids of the removed entries.
 */
async function join(
  ctx: Context,
  rows: readonly Working[],
  doubles: readonly Duplicate[],
  names: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  const open = doubles.flatMap((double) => {
    const there = new Set(counted(rows, double.into.entryId).map(passageOf));
    return counted(rows, double.entryId)
      .filter((row) => !there.has(passageOf(row)))
      .map((row) => ({ row, double }));
  });
  const verdicts = await checkPairs(
    ctx,
    open.map(({ row, double }) => toPair(row, double.into.statement)),
    names,
  );
  const joined = new Set<string>();
  for (const double of doubles) {
    const { entryId, into } = double;
    const own = ofStance(rows, entryId, 'supports');
    const agreeing = new Set(
      [
        ...ofStance(rows, into.entryId, 'supports'),
        ...open.flatMap(({ row, ...one }, at) =>
          one.double === double && verdicts[at] === 'supports' ? [row] : [],
        ),
      ].map(({ participantId }) => participantId),
    );
    const shared = own.filter(({ participantId }) => agreeing.has(participantId));
    if (peopleIn(shared) <= peopleShared * peopleIn(own)) continue;
    if (agreeing.size < peopleKept * peopleIn(own)) continue;
    joined.add(entryId);
  }
  const moved = new Map(open.map(({ row, double }, at) => [row, { double, at }]));
  for (const row of rows) {
    if (row.entryId === null || !joined.has(row.entryId)) continue;
    const move = moved.get(row);
    if (!move) setCoding(row, undefined);
    else {
      const { entryId } = move.double.into;
      setCoding(row, { entryId, stance: row.stance }, verdicts[move.at] ?? 'neither');
    }
  }
  return joined;
}
