import type { Context } from '../../core/context.js';
import { checkPairs } from './check-pairs.js';
import type { Heard } from './checked-beliefs.js';
import type { Sentence } from './code-claims.js';
import { type LookedOver, lookOver } from './look-over.js';
import {
  asListed,
  counted,
  isHeld,
  ofStance,
  passageOf,
  peopleIn,
  setCoding,
  toPair,
  type Working,
} from './working-rows.js';

/** Share of a double's people of which more have to speak for the sentence that stays. */
const peopleShared = 1 / 2;

interface Judged extends Sentence {
  look: LookedOver | undefined;
}

/** Has the beliefs that are held read as one list, and doubles joined. Returns those that tell a team something. */
export async function joinDoubles(
  ctx: Context,
  rows: readonly Working[],
  proposed: readonly Sentence[],
  known: readonly Sentence[],
  heard: readonly Heard[],
  names: ReadonlyMap<string, string>,
): Promise<Sentence[]> {
  const held = proposed.filter(({ entryId }) => isHeld(rows, entryId, heard));
  const looks = await lookOver(
    ctx,
    held.map((one) => asListed(rows, one)),
    known.map(({ statement }) => statement),
    names,
  );
  const judged = held.map((one): Judged => ({ ...one, look: looks.get(one.statement) }));
  const joined = await join(ctx, rows, judged, known, names);
  return judged.filter(({ entryId, look }) => !joined.has(entryId) && look?.isFinding !== false);
}

/**
 * Moves the quotes of doubles to the sentences that stay, if most of their people speak for these too. Returns the
 * entries of the doubles that were joined.
 */
async function join(
  ctx: Context,
  rows: readonly Working[],
  judged: readonly Judged[],
  known: readonly Sentence[],
  names: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  const sentences = new Map([...judged, ...known].map((one) => [one.statement, one]));
  const doubles = judged.flatMap(({ entryId, look }) => {
    const into = sentences.get(look?.sameAs ?? '');
    return into ? [{ entryId, into }] : [];
  });
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
