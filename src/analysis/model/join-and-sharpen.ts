import type { Verdict } from '../../../db/entities/analysis.js';
import type { Context } from '../../core/context.js';
import { checkPairs } from './check-pairs.js';
import { enoughPeople, type Heard } from './checked-beliefs.js';
import type { Sentence } from './code-claims.js';
import { foundEntryId } from './define-beliefs.js';
import { lookOver } from './look-over.js';
import {
  checkRows,
  isHeld,
  ofStance,
  passageOf,
  peopleIn,
  setCoding,
  toPair,
  type Working,
} from './working-rows.js';

/** A sharper sentence may lose up to a third of a belief's people. */
const peopleKept = 2 / 3;

/**
 * Has the beliefs that are held read as one list: doubles are joined, vague sentences replaced with sharper ones if
 * their quotes bear these out. Returns those that tell a team something.
 */
export async function joinAndSharpen(
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
    held.map(({ entryId, statement }) => ({
      statement,
      said: ofStance(rows, entryId, 'supports'),
    })),
    known.map(({ statement }) => statement),
    names,
  );
  const ids = new Map([...held, ...known].map(({ statement, entryId }) => [statement, entryId]));
  for (const { statement, entryId } of held) {
    const into = ids.get(looks.get(statement)?.sameAs ?? '');
    if (into === undefined) continue;
    const there = new Set(ofStance(rows, into, 'supports').map(passageOf));
    for (const row of ofStance(rows, entryId, 'supports')) {
      const isThere = there.has(passageOf(row));
      setCoding(row, isThere ? undefined : { entryId: into, stance: 'supports' });
    }
  }
  const single = held.filter(({ statement }) => {
    const { sameAs, tells } = looks.get(statement) ?? { tells: true };
    return sameAs === undefined && tells;
  });
  await checkRows(ctx, rows, [...known, ...single], heard, names);
  const open = single.flatMap((sentence) => {
    const { sharper } = looks.get(sentence.statement) ?? {};
    const own = ofStance(rows, sentence.entryId, 'supports');
    return sharper === undefined ? [] : own.map((row) => ({ row, sentence, statement: sharper }));
  });
  const verdicts = await checkPairs(
    ctx,
    open.map(({ row, statement }) => toPair(row, statement)),
    names,
  );
  return single.flatMap((sentence) => {
    const { sharper } = looks.get(sentence.statement) ?? {};
    const own = open.flatMap((one, at) =>
      one.sentence === sentence ? [{ row: one.row, verdict: verdicts[at] as Verdict }] : [],
    );
    const borneOut = own.flatMap(({ row, verdict }) => (verdict === 'supports' ? [row] : []));
    const least = peopleKept * peopleIn(own.map(({ row }) => row));
    if (sharper === undefined || !enoughPeople(borneOut, heard) || peopleIn(borneOut) < least) {
      return [sentence];
    }
    const entryId = foundEntryId(sharper);
    for (const { row, verdict } of own) {
      setCoding(row, { entryId, stance: 'supports' });
      row.verdict = verdict === 'supports' ? 'supports' : 'neither';
    }
    return [{ entryId, statement: sharper }];
  });
}
