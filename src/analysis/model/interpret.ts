import { StoredCodebookEntry } from '../../../db/entities/analysis.js';
import { countErasures, shareErasures } from '../../../db/queries/erasures.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { namesToHide } from '../../beliefs/participants/pseudonyms.js';
import { type Context, inTransaction } from '../../core/context.js';
import { groupBy } from '../../core/group-by.js';
import { QUALITY_BAR } from '../../core/numbers.js';
import type { Sentence } from '../codebook/entry.js';
import { type CodebookEntry, hasThing } from '../codebook/entry.js';
import { teamCodebook } from '../codebook/team-codebook.js';
import { heardStudies, refsOfEntries } from '../queries/beliefs.js';
import { copyQuotes, type SaidRow, saidByTeam, writeCodings } from '../queries/model.js';
import { itemToRead, type StoredQuote, storeQuotes } from '../queries/quotes.js';
import { checkUnjudged } from './checking/check-urgent.js';
import { codeClaims } from './finding/code-claims.js';
import { findBeliefs } from './finding/find-beliefs.js';
import { gatherClaims, readAgain } from './finding/gather-claims.js';
import {
  checkRows,
  isCounted,
  isHeld,
  ofStance,
  setCoding,
  uncoded,
  type Working,
  withoutIdle,
} from './finding/working-rows.js';
import { judgeFinished, lookForMore, propose, withKept } from './judging/judge-list.js';
import { mergeDuplicates } from './judging/merge-duplicates.js';
import { isLikely } from './judging/rate-beliefs.js';
import { reviseBeliefs } from './judging/revise-beliefs.js';
import { verifyCounterEvidence } from './judging/verify-counter-evidence.js';
import { defineBeliefs } from './writing/define-beliefs.js';
import { recommend } from './writing/recommend.js';

/** Most claims searched for beliefs per run; more wait for the next. */
const MOST_CLAIMS = 2_000;

/**
 * Interprets the claims of the team's interviews. Claims are compared with the codebook, and the others are searched
 * for beliefs that several people state. Every quote that will count is checked against its sentence. The list of
 * beliefs is judged, and the claims are searched again for what it leaves out. New talks are read again for more
 * words for and against beliefs. New beliefs that pass and are worth repeating become entries, and the other claims
 * are searched for them. Answers are stored, so that an interrupted run continues where it stopped. A run during
 * which a participant was erased is repeated, since its sentences may have been written from their words. Throws
 * ModelFailure.
 */
export async function interpret(ctx: Context): Promise<void> {
  const erasures = await ctx.db.row(countErasures);
  const rows: Working[] = await ctx.db.rows(saidByTeam, QUALITY_BAR);
  const heard = await ctx.db.rows(heardStudies);
  const names = await namesToHide(ctx);
  await checkUnjudged(ctx, names);
  const known = await heldEntries(ctx, rows);
  const fresh = rows.filter(({ weighed, entryId }) => !weighed && entryId === null);
  await code(
    ctx,
    rows,
    uncoded(rows).filter(({ verdict }) => verdict === null),
    known,
    names,
  );
  const open = openClaims(rows);
  const found = await propose(ctx, rows, await findBeliefs(ctx, open, names), known);
  for (const row of open) if (!row.weighed) Object.assign(row, { weighed: true, changed: true });
  await checkRows(ctx, rows, [...known, ...found], heard, names);
  const { first, proposed } = await lookForMore(ctx, rows, open, found, known, heard, names);
  const sought = [...proposed, ...known.filter(({ entryId }) => isHeld(rows, entryId, heard))];
  rows.push(...(await readAgain(ctx, rows, sought, fresh, names)));
  const held = proposed.filter(({ entryId }) => isHeld(rows, entryId, heard));
  const judged = await judgeFinished(ctx, rows, held, first, known, names);
  const single = await mergeDuplicates(ctx, rows, withKept(judged, known), known, names);
  const mended = await reviseBeliefs(ctx, rows, single, heard, names);
  const written = await defineBeliefs(
    ctx,
    mended.filter(isLikely).map(({ entryId, statement }) => ({
      statement,
      quotes: ofStance(rows, entryId, 'supports').slice(0, 12),
    })),
    names,
  );
  const dropped = new Set([...found, ...proposed, ...mended].map(({ entryId }) => entryId));
  for (const { id } of written) dropped.delete(id);
  for (const row of rows) {
    // a proposal that too few quotes support, or that is not worth repeating, is dropped; its claims wait for others
    if (row.entryId !== null && dropped.has(row.entryId)) setCoding(row, undefined);
    // a claim that its entry does not cover may still become part of another belief, and is not compared with that
    // entry again
    else if (row.verdict === 'neither' && row.byModel && row.entryId !== null) {
      Object.assign(row, { entryId: null, stance: null, changed: true });
    }
  }
  const kept = withoutIdle(rows);
  kept.push(...(await gatherClaims(ctx, kept, written, fresh, names)));
  const beliefs = [...known, ...written.map(sentenceOf)];
  const confirmed = await verifyCounterEvidence(ctx, kept, beliefs, names);
  const entries = await recommend(ctx, written, confirmed, names);
  if (!(await store(ctx, confirmed, entries, erasures?.count))) await interpret(ctx);
}

/**
 * The entries that are the team's own or that its claims and signals rest on. The other built-in entries are general, so
 * that patterns can find them anywhere; a model states the same more exactly.
 */
async function heldEntries(ctx: Context, rows: readonly SaidRow[]): Promise<Sentence[]> {
  const { entries, changes } = await teamCodebook(ctx);
  const signals = await ctx.db.rows(refsOfEntries);
  const used = new Set([...changes, ...signals, ...rows].map(({ entryId }) => entryId));
  return entries.filter((entry) => used.has(entry.id) && !hasThing(entry)).map(sentenceOf);
}

const sentenceOf = ({ id, statement }: CodebookEntry): Sentence => ({ entryId: id, statement });

/** Codes claims with known sentences, unless a quote with the same words already counts for that sentence. */
async function code(
  ctx: Context,
  all: readonly Working[],
  rows: readonly Working[],
  sentences: readonly Sentence[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const coded = await codeClaims(ctx, rows, sentences, names);
  for (const row of rows) {
    const coding = coded.get(row.quoteId);
    if (coding && !isCounted(all, row, coding.entryId)) setCoding(row, coding);
  }
}

/** The claims that no entry covers, the new ones first; none if there is no new one. */
function openClaims(rows: readonly Working[]): Working[] {
  const open = uncoded(rows);
  if (!open.some(({ weighed }) => !weighed)) return [];
  return open.sort((a, b) => Number(a.weighed) - Number(b.weighed)).slice(0, MOST_CLAIMS);
}

/**
 * Stores the codings and the new entries together; an entry that a person retired or changed stays as it is. Returns
 * false and stores nothing if a participant was erased since, that is, if the number of erasures is not `erasures`.
 */
const store = (
  ctx: Context,
  rows: readonly Working[],
  entries: readonly CodebookEntry[],
  erasures: number | undefined,
): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    await tx.db.row(shareErasures);
    if ((await tx.db.row(countErasures))?.count !== erasures) return false;
    for (const entry of entries) {
      if (await tx.db.findOne(StoredCodebookEntry, { entryId: entry.id })) continue;
      await tx.db.insert(StoredCodebookEntry, {
        ...{ entryId: entry.id, definition: entry as object, updatedAt: new Date() },
      });
    }
    for (const quotes of groupBy(toStore(rows), ({ sourceItemId }) => sourceItemId).values()) {
      await storeFound(tx, quotes);
    }
    const changed = rows.filter((row) => row.changed);
    await tx.db.rows(
      writeCodings,
      JSON.stringify(
        changed.map(({ quoteId, entryId, stance, verdict, weighed }) => ({
          ...{ quoteId, entryId, stance, verdict, weighed },
        })),
      ),
    );
    const copies = rows.flatMap(({ quoteId, copyOf: from, entryId, stance }) =>
      from === undefined ? [] : [{ quoteId, copyOf: from, entryId, stance }],
    );
    await tx.db.rows(copyQuotes, JSON.stringify(copies));
    return true;
  });

const toStore = (rows: readonly Working[]) =>
  rows.flatMap(({ toStore: quote, sourceItemId }) => (quote ? [{ ...quote, sourceItemId }] : []));

/** Stores quotes of one interview, without those that it no longer contains since a correction. */
async function storeFound(
  tx: Context,
  quotes: readonly (StoredQuote & { sourceItemId: string })[],
): Promise<void> {
  const sourceItemId = quotes[0]?.sourceItemId ?? '';
  const item = await tx.db.row(itemToRead, sourceItemId);
  const present = quotes.filter(({ turn, startChar, endChar, quote }) => {
    const text = item?.transcript?.[turn ?? -1]?.text;
    return text?.slice(startChar ?? 0, endChar ?? 0) === quote;
  });
  await tx.db.rows(storeQuotes, JSON.stringify(present), sourceItemId);
}
