import type { Context } from '../../../core/context.js';
import type { StudySize } from '../../beliefs/beliefs-from-model.js';
import type { Sentence } from '../../codebook/entry.js';
import { foundEntryId } from '../../ids.js';
import { isProposal, type Proposal } from '../finding/find-beliefs.js';
import { findMore, type RejectedSentence } from '../finding/find-more.js';
import { mergeProposals } from '../finding/merge-proposals.js';
import {
  asListed,
  checkRows,
  copyOf,
  isCounted,
  isHeld,
  ofStance,
  setCoding,
  type Working,
} from '../finding/working-rows.js';
import {
  isHopeless,
  isLikely,
  isSure,
  judgedTwice,
  type Rated,
  rateBeliefs,
} from './rate-beliefs.js';

/**
 * Codes claims with the proposed sentences; a claim may count for several. A proposal that says the same as a known
 * sentence is coded with that. Returns the new sentences.
 */
export async function propose(
  ctx: Context,
  rows: Working[],
  proposals: readonly Proposal[],
  known: readonly Sentence[],
): Promise<Sentence[]> {
  const merged = await mergeProposals(ctx, proposals, known);
  const byId = new Map(rows.map((row) => [row.quoteId, row]));
  const sentences = merged.map(toSentence);
  for (const [at, { quoteIds }] of merged.entries()) {
    const { entryId } = sentences[at] as Sentence;
    for (const id of quoteIds) {
      const row = byId.get(id);
      if (!row || isCounted(rows, row, entryId)) continue;
      if (row.entryId === null) setCoding(row, { entryId, stance: 'supports' });
      else {
        rows.push(copyOf(row, { entryId, stance: 'supports', verdict: null }));
      }
    }
  }
  return sentences.filter((_, at) => merged[at]?.entryId === undefined);
}

/**
 * Judges the first list, and searches the same claims for better sentences than those that failed and for what the
 * list leaves out. Returns that judgment, and the sentences of both searches that may be worth repeating.
 */
export async function lookForMore(
  ctx: Context,
  rows: Working[],
  open: readonly Working[],
  found: readonly Sentence[],
  known: readonly Sentence[],
  heard: readonly StudySize[],
  names: ReadonlyMap<string, string>,
): Promise<{ first: readonly Rated[]; proposed: readonly Sentence[] }> {
  if (open.length === 0) return { first: [], proposed: found };
  const held = found.filter(({ entryId }) => isHeld(rows, entryId, heard));
  const appraised = await judge(ctx, rows, held, known, names);
  const proposals = await findMore(
    ctx,
    open,
    {
      kept: appraised.filter(isSure),
      struck: [
        ...appraised.filter((one) => !isSure(one)).map(toStruck),
        ...found.filter((one) => !held.includes(one)).map((one) => unsupported(rows, one)),
      ],
    },
    names,
  );
  const better = appraised.flatMap((one) => betterOf(rows, one)).filter(isProposal(open));
  // a replacement is not merged with its sentence: both are judged side by side
  const asItIs = new Set(
    appraised.filter((one) => isSure(one) && !one.better).map(({ statement }) => statement),
  );
  const kept = found.filter(({ statement }) => asItIs.has(statement));
  const proposed = await propose(ctx, rows, [...better, ...proposals], [...known, ...kept]);
  const more = proposed.filter((one) => found.every(({ entryId }) => entryId !== one.entryId));
  await checkRows(ctx, rows, [...known, ...found, ...more], heard, names);
  const hopeless = new Set(appraised.filter(isHopeless).map(({ statement }) => statement));
  const hopeful = found.filter(({ statement }) => !hopeless.has(statement));
  return { first: appraised, proposed: [...hopeful, ...more] };
}

/** A belief with its judgment. */
export type Judged = Sentence & Rated;

/** Keeps `repeats` only if the other sentence stays. */
export function withKept(judged: readonly Judged[], known: readonly Sentence[]): Judged[] {
  const staying = new Set([...judged.filter(isLikely), ...known].map((one) => one.statement));
  return judged.map(({ repeats, ...one }) => ({
    ...one,
    ...(repeats !== undefined && staying.has(repeats) && { repeats }),
  }));
}

/**
 * Judges the finished list, so that each sentence is judged twice. Those of the first list were judged before; later
 * ones that may stay are judged again next to the others, since a sentence that passed only one reader is good less
 * often (docs/decisions/beliefs.md).
 */
export async function judgeFinished(
  ctx: Context,
  rows: readonly Working[],
  beliefs: readonly Sentence[],
  first: readonly Rated[],
  known: readonly Sentence[],
  names: ReadonlyMap<string, string>,
): Promise<Judged[]> {
  const judged = judgedTwice(await judge(ctx, rows, beliefs, known, names), first);
  const before = new Set(first.map(({ statement }) => statement));
  const staying = judged.filter((one) => isLikely(one) && one.repeats === undefined);
  const late = staying.filter(({ statement }) => !before.has(statement));
  const others = staying.filter(({ statement }) => before.has(statement));
  const again = await judge(ctx, rows, late, [...known, ...others], names, { mends: false });
  const second = new Map(judgedTwice(again, late).map((one) => [one.statement, one]));
  return judged.map((one) => ({ ...one, ...second.get(one.statement) }));
}

/** Judges beliefs as one list, each with the quotes for and against it; with `mends`, asks for better sentences. */
async function judge(
  ctx: Context,
  rows: readonly Working[],
  beliefs: readonly Sentence[],
  known: readonly Sentence[],
  names: ReadonlyMap<string, string>,
  { mends } = { mends: true },
): Promise<Judged[]> {
  const listed = beliefs.map((one) => asListed(rows, one));
  const held = known.map(({ statement }) => statement);
  const appraised = await rateBeliefs(ctx, listed, held, names, { mends });
  return beliefs.map((one, at) => ({ ...one, ...(appraised[at] as Rated) }));
}

/** The better sentence for a belief with a fault, resting on the belief's own claims. */
function betterOf(rows: readonly Working[], { entryId, better }: Judged): Proposal[] {
  if (better === undefined) return [];
  const own = ofStance(rows, entryId, 'supports');
  return [{ statement: better, quoteIds: own.map((row) => row.copyOf ?? row.quoteId) }];
}

function toStruck({ statement, fault, why, repeats }: Rated): RejectedSentence {
  if (repeats !== undefined) return { statement, why: `says the same as “${repeats}”` };
  return { statement, why: fault === 'none' ? why : `${fault}: ${why}` };
}

/** A sentence that too few of its claims' quotes support. */
function unsupported(rows: readonly Working[], { entryId, statement }: Sentence): RejectedSentence {
  const checked = rows.filter((row) => row.entryId === entryId && row.verdict !== null);
  const [borneOut, notBorneOut] = [true, false].map((isBorneOut) =>
    checked
      .filter(({ verdict }) => (verdict === 'supports') === isBorneOut)
      .map((row) => row.copyOf ?? row.quoteId),
  ) as [string[], string[]];
  return { statement, why: notSaid, checked: { borneOut, notBorneOut } };
}

const notSaid = 'the quotes of two people do not say all of it';

const toSentence = ({ entryId, statement }: Proposal): Sentence => ({
  entryId: entryId ?? foundEntryId(statement),
  statement,
});
