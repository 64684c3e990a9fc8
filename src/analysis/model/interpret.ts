import { StoredCodebookEntry } from '../../../db/entities/analysis.js';
import { countErasures, shareErasures } from '../../../db/queries/erasures.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { namesToHide } from '../../beliefs/participants/pseudonyms.js';
import { type Context, inTransaction } from '../../core/context.js';
import { QUALITY_BAR } from '../../core/decisions.js';
import { groupBy } from '../claims/held-beliefs.js';
import { type CodebookEntry, hasThing } from '../codebook/entry.js';
import { teamCodebook } from '../codebook/team-codebook.js';
import { heardStudies, refsOfEntries } from '../queries/beliefs.js';
import { copyQuotes, type SaidRow, saidByTeam, writeCodings } from '../queries/model.js';
import { itemToRead, type StoredQuote, storeQuotes } from '../queries/quotes.js';
import {
  type Appraised,
  appraise,
  isHopeless,
  isLikely,
  isSure,
  judgedTwice,
} from './appraise-beliefs.js';
import { checkUnjudged } from './check-urgent.js';
import type { Heard } from './checked-beliefs.js';
import { codeClaims, type Sentence } from './code-claims.js';
import { defineBeliefs, foundEntryId } from './define-beliefs.js';
import { findBeliefs, isProposal, type Proposal } from './find-beliefs.js';
import { findMore, type Struck } from './find-more.js';
import { gatherClaims, readAgain } from './gather-claims.js';
import { joinDoubles } from './join-doubles.js';
import { mergeProposals } from './merge-proposals.js';
import { recommend } from './recommend.js';
import {
  asListed,
  checkRows,
  copyOf,
  isCounted,
  isHeld,
  ofStance,
  setCoding,
  uncoded,
  type Working,
  withoutIdle,
} from './working-rows.js';

/** Claims looked through for beliefs in one run; more wait for the next. */
const MOST_CLAIMS = 2_000;

/**
 * Interprets what the team's interviews claim: claims are compared with the codebook, the others searched for beliefs
 * that several people state, every quote that will count is checked against its sentence, and the list is judged and looked through
 * once more for what it leaves out. New talks are read again for
 * what else speaks for and against beliefs. New ones that pass, and tell a team something, become entries; for these the other
 * claims are searched. Answers are kept, so that an interrupted run continues where it stopped; a run during which a participant was erased is repeated, since it may
 * have been written from their words. Throws ModelFailure.
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
  const judged = judgedTwice(await judge(ctx, rows, held, known, names, { mends: false }), first);
  const single = await joinDoubles(ctx, rows, withKept(judged, known), known, names);
  const written = await defineBeliefs(
    ctx,
    single.filter(isLikely).map(({ entryId, statement }) => ({
      statement,
      quotes: ofStance(rows, entryId, 'supports').slice(0, 12),
    })),
    names,
  );
  const dropped = new Set([...found, ...proposed].map(({ entryId }) => entryId));
  for (const { id } of written) dropped.delete(id);
  for (const row of rows) {
    // a proposal that too few quotes support, or that is not worth repeating, is dropped; its claims wait for others
    if (row.entryId !== null && dropped.has(row.entryId)) setCoding(row, undefined);
    // a claim that its entry does not cover may still found another belief, and is not compared with that one again
    else if (row.verdict === 'neither' && row.byModel && row.entryId !== null) {
      Object.assign(row, { entryId: null, stance: null, changed: true });
    }
  }
  const kept = withoutIdle(rows);
  kept.push(...(await gatherClaims(ctx, kept, written, fresh, names)));
  const entries = await recommend(ctx, written, kept, names);
  if (!(await store(ctx, kept, entries, erasures?.count))) await interpret(ctx);
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

/** Codes claims with what is known, unless a quote with their words counts for it already. */
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
 * Codes claims with what is proposed; a claim may make several beliefs. What one of the known sentences says already is coded with that.
 * Returns the new sentences.
 */
async function propose(
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
 * Has the first list judged, and looks among the same claims for what is better than what fell, and for what it leaves out. Returns
 * that judgement, and the sentences that may be worth repeating, found first or now.
 */
async function lookForMore(
  ctx: Context,
  rows: Working[],
  open: readonly Working[],
  found: readonly Sentence[],
  known: readonly Sentence[],
  heard: readonly Heard[],
  names: ReadonlyMap<string, string>,
): Promise<{ first: readonly Appraised[]; proposed: readonly Sentence[] }> {
  if (open.length === 0) return { first: [], proposed: found };
  const held = found.filter(({ entryId }) => isHeld(rows, entryId, heard));
  const appraised = await judge(ctx, rows, held, known, names, { mends: true });
  const sure = new Set(appraised.filter(isSure).map(({ statement }) => statement));
  const proposals = await findMore(
    ctx,
    open,
    {
      kept: [...sure],
      struck: [
        ...appraised.filter((one) => !isSure(one)).map(toStruck),
        ...found.filter((one) => !held.includes(one)).map((one) => unsupported(rows, one)),
      ],
    },
    names,
  );
  const better = appraised.flatMap((one) => betterOf(rows, one)).filter(isProposal(open));
  // what stands in place of a sentence is not joined to it: they are judged side by side
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

/** A belief with what its reader holds against it. */
type Judged = Sentence & Appraised;

/** Leaves only those repetitions whose other sentence stays. */
function withKept(judged: readonly Judged[], known: readonly Sentence[]): Judged[] {
  const staying = new Set([...judged.filter(isLikely), ...known].map((one) => one.statement));
  return judged.map(({ repeats, ...one }) => ({
    ...one,
    ...(repeats !== undefined && staying.has(repeats) && { repeats }),
  }));
}

/** Has beliefs judged as one list, each with the quotes that count for and against it. */
async function judge(
  ctx: Context,
  rows: readonly Working[],
  beliefs: readonly Sentence[],
  known: readonly Sentence[],
  names: ReadonlyMap<string, string>,
  { mends }: { mends: boolean },
): Promise<Judged[]> {
  const listed = beliefs.map((one) => asListed(rows, one));
  const held = known.map(({ statement }) => statement);
  const appraised = await appraise(ctx, listed, held, names, { mends });
  return beliefs.map((one, at) => ({ ...one, ...(appraised[at] as Appraised) }));
}

/** The better sentence for one at which a fault was found, with the claims of that. */
function betterOf(rows: readonly Working[], { entryId, better }: Judged): Proposal[] {
  if (better === undefined) return [];
  const own = ofStance(rows, entryId, 'supports');
  return [{ statement: better, quoteIds: own.map((row) => row.copyOf ?? row.quoteId) }];
}

const toStruck = ({ statement, fault, why, repeats }: Appraised): Struck => ({
  statement,
  why: repeats === undefined ? `${fault}: ${why}` : `says the same as “${repeats}”`,
});

/** A sentence that too few of its claims' quotes bear out. */
function unsupported(rows: readonly Working[], { entryId, statement }: Sentence): Struck {
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

/**
 * Stores the codings and the new entries together; an entry that a person retired or changed stays as it is. Returns
 * false and stores nothing if somebody was erased since so many erasures.
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

/** Stores quotes of one interview; none that it no longer has since it was corrected. */
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
