import type { Stance, Verdict } from '../../../../db/entities/analysis.js';
import type { Context } from '../../../core/context.js';
import { enoughPeople, type StudySize } from '../../beliefs/beliefs-from-model.js';
import { NO_CODING } from '../../claims/code-quotes.js';
import type { Sentence } from '../../codebook/entry.js';
import { copyId } from '../../ids.js';
import type { SaidRow } from '../../queries/model.js';
import type { StoredQuote } from '../../queries/quotes.js';
import { checkPairs, type Pair } from '../checking/check-pairs.js';
import type { WordsAround } from '../checking/words-around.js';
import type { TalkHit } from '../reading/search-talks.js';

/** A claim or quote during interpretation. */
export interface Working extends SaidRow {
  changed?: boolean;
  /** The id of the quote with the same words that counts for another belief; this row is stored in addition to it. */
  copyOf?: string;
  /** Given for a quote whose words no claim covers; it is not stored yet. */
  toStore?: StoredQuote;
  /** Given for a quote that is not stored yet. */
  around?: WordsAround;
}

/** Equal for quotes of the same words in an interview. */
export const passageOf = ({ sourceItemId, quote }: SaidRow): string => `${sourceItemId} ${quote}`;

/** Claims that no entry covers yet. */
export const uncoded = (rows: readonly Working[]): Working[] => {
  const coded = new Set(rows.filter(({ entryId }) => entryId !== null).map(passageOf));
  // a marked passage that the built-in analyst coded is already there
  return rows.filter(
    (row) => row.entryId === null && (row.claim !== row.quote || !coded.has(passageOf(row))),
  );
};

/** Codes a claim with an entry, or with none. Without a verdict, it still has to be checked. */
export function setCoding(
  row: Working,
  coding: { entryId: string; stance: Stance | null } | undefined,
  verdict: Verdict | null = null,
): void {
  const stance = verdict === null || verdict === 'neither' ? (coding?.stance ?? null) : verdict;
  Object.assign(row, { entryId: coding?.entryId ?? null, stance, verdict, changed: true });
}

/** A quote of the same words for another belief. */
export const copyOf = (
  row: Working,
  coding: Pick<Working, 'entryId' | 'stance' | 'verdict'>,
): Working => ({
  ...{ ...row, ...coding, copyOf: row.copyOf ?? row.quoteId, changed: false },
  ...{ quoteId: copyId(row, coding.entryId ?? ''), weighed: true, byModel: false },
});

/** The coded and checked quote of a hit in a talk that was read again. */
export function quoteOf({ found, atSecs, ...hit }: TalkHit): Working {
  const { turn, start, end, ...rated } = found;
  const { quoteId, quote, entryId, stance } = hit;
  return {
    ...{ ...hit, claim: quote, verdict: stance, weighed: true, byModel: false, changed: true },
    toStore: {
      ...{ ...rated, quoteId, quote, turn, startChar: start, endChar: end, atSecs },
      ...{ ...NO_CODING, tags: [], entryId, stance, certainty: 1 },
    },
  };
}

/** True if the belief already has these words, or a part of them. */
export const isCounted = (
  rows: readonly Working[],
  { sourceItemId, quote }: Pick<Working, 'sourceItemId' | 'quote'>,
  entryId: string,
): boolean =>
  rows.some(
    (one) =>
      one.entryId === entryId &&
      one.sourceItemId === sourceItemId &&
      (one.quote.includes(quote) || quote.includes(one.quote)),
  );

/** True for a quote that this run created. */
export const isUnstored = ({ copyOf: of, toStore }: Working): boolean =>
  of !== undefined || toStore !== undefined;

/** All quotes except new ones that count for no belief, or for a belief that already has their words. */
export function withoutIdle(rows: readonly Working[]): Working[] {
  const kept = rows.filter((row) => !isUnstored(row));
  const placeOf = (row: Working): string => `${row.entryId} ${passageOf(row)}`;
  const places = new Set(kept.map(placeOf));
  for (const row of rows.filter(isUnstored)) {
    const { entryId, verdict: stance, toStore } = row;
    if (entryId === null || stance === null || stance === 'neither') continue;
    if (places.has(placeOf(row))) continue;
    places.add(placeOf(row));
    // a belief may have got another sentence, and with it another entry, since the quote was created
    const quoteId = copyId(row, entryId);
    kept.push({
      ...{ ...row, quoteId, stance, changed: toStore !== undefined },
      ...(toStore && { toStore: { ...toStore, quoteId, entryId, stance } }),
    });
  }
  return kept;
}

/** The quotes that were found to support a belief, or that contradict it. */
export const ofStance = (rows: readonly Working[], entryId: string, verdict: Stance): Working[] =>
  rows.filter((row) => row.entryId === entryId && row.verdict === verdict);

/** The quotes that were found to support, or to contradict, a belief. */
export const counted = (rows: readonly Working[], entryId: string): Working[] =>
  rows.filter(
    (row) => row.entryId === entryId && row.verdict !== null && row.verdict !== 'neither',
  );

/** A sentence with the quotes that support it, and those that contradict it. */
export const asListed = (rows: readonly Working[], { entryId, statement }: Sentence) => ({
  statement,
  for: ofStance(rows, entryId, 'supports'),
  against: ofStance(rows, entryId, 'contradicts'),
});

/** True if enough people's quotes were found to support it. */
export const isHeld = (
  rows: readonly Working[],
  entryId: string,
  heard: readonly StudySize[],
): boolean => enoughPeople(ofStance(rows, entryId, 'supports'), heard);

export const peopleIn = (rows: readonly Working[]): number =>
  new Set(rows.map(({ participantId }) => participantId)).size;

/** A pair to check. A copy is not stored yet, so its context is that of its original quote. */
export const toPair = (
  { quote, sourceItemId, around, ...row }: Working,
  statement: string,
): Pair => ({
  ...{ quoteId: row.copyOf ?? row.quoteId, statement, quote, sourceItemId },
  ...(around && { around }),
});

/** Checks the unchecked quotes of sentences that enough people may support. */
export async function checkRows(
  ctx: Context,
  rows: readonly Working[],
  sentences: readonly Sentence[],
  heard: readonly StudySize[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const pairs = sentences.flatMap(({ entryId, statement }) => {
    const own = rows.filter((row) => row.entryId === entryId);
    const hopeful = own.filter((row) => row.stance === 'supports' && row.verdict !== 'neither');
    if (!enoughPeople(hopeful, heard)) return [];
    return own.filter(({ verdict }) => verdict === null).map((row) => ({ row, statement }));
  });
  const verdicts = await checkPairs(
    ctx,
    pairs.map(({ row, statement }) => toPair(row, statement)),
    names,
  );
  for (const [at, { row }] of pairs.entries()) {
    const verdict = verdicts[at] as Verdict;
    Object.assign(row, {
      verdict,
      changed: true,
      ...(verdict !== 'neither' && { stance: verdict }),
    });
  }
}
