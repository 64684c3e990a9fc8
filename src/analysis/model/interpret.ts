import type { Stance, Verdict } from '../../../db/entities/analysis.js';
import { StoredCodebookEntry } from '../../../db/entities/analysis.js';
import { countErasures, shareErasures } from '../../../db/queries/erasures.js';
import { lockTeam } from '../../../db/queries/teams.js';
import { type Context, inTransaction } from '../../core/context.js';
import { QUALITY_BAR } from '../../core/decisions.js';
import { type CodebookEntry, hasThing } from '../codebook/entry.js';
import { teamCodebook } from '../codebook/team-codebook.js';
import { copyId } from '../ids.js';
import { heardStudies, refsOfEntries } from '../queries/beliefs.js';
import { copyQuotes, type SaidRow, saidByTeam, writeCodings } from '../queries/model.js';
import { checkAdvice } from './check-advice.js';
import { checkPairs, type Pair } from './check-pairs.js';
import { checkUnjudged } from './check-urgent.js';
import { enoughPeople, type Heard } from './checked-beliefs.js';
import { codeClaims, type Sentence } from './code-claims.js';
import { defineBeliefs, foundEntryId } from './define-beliefs.js';
import { findBeliefs, mergeProposals, type Proposal } from './find-beliefs.js';
import { lookOver } from './look-over.js';
import { nearnessTo } from './nearest.js';
import { namesToHide } from './pseudonyms.js';
import { rewordBeliefs } from './reword-beliefs.js';
import { seekAgainst } from './seek-against.js';

/** A claim while it is interpreted. */
interface Working extends SaidRow {
  changed?: boolean;
  /** The quote with the same words that counts for another belief; this one is stored next to it. */
  copyOf?: string;
}

/** Claims looked through for beliefs in one run; more wait for the next. */
const MOST_CLAIMS = 2_000;

/**
 * Interprets what the team's interviews claim: claims are compared with the codebook, the others searched for beliefs
 * that several people state, and every quote that will count is checked against its sentence. New beliefs that pass,
 * and tell a team something, become entries; what speaks against them is sought. Answers are kept, so that an
 * interrupted run continues where it stopped; a run during which a participant was erased is repeated, since it may
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
    uncoded(rows).filter(({ verdict }) => verdict === null),
    known,
    names,
  );
  const found = await foundBeliefs(ctx, rows, known, names);
  await code(ctx, uncoded(rows), found, names);
  await check(ctx, rows, [...known, ...found], heard, names);
  const reworded = await reword(ctx, rows, found, heard, names);
  const proposed = [...found, ...reworded];
  const told = await looked(ctx, rows, proposed, known, heard, names);
  const written = await defineBeliefs(
    ctx,
    told.map(({ entryId, statement }) => ({
      statement,
      quotes: ofStance(rows, entryId, 'supports').slice(0, 12),
    })),
    names,
  );
  const dropped = new Set([...proposed, ...told].map(({ entryId }) => entryId));
  for (const { id } of written) dropped.delete(id);
  for (const row of rows) {
    // a proposal that too few quotes support, or that is not worth repeating, is dropped; its claims wait for others
    if (row.entryId !== null && dropped.has(row.entryId)) setCoding(row, undefined);
    // a claim that its entry does not cover may still found another belief, and is not compared with that one again
    else if (row.verdict === 'neither' && row.byModel && row.entryId !== null) {
      Object.assign(row, { entryId: null, stance: null, changed: true });
    }
  }
  const kept = withoutIdleCopies(rows);
  kept.push(...(await oppose(ctx, kept, written, known, fresh, heard, names)));
  const entries = await checkAdvice(
    ctx,
    written.map((entry) => ({
      entry,
      for: ofStance(kept, entry.id, 'supports'),
      against: ofStance(kept, entry.id, 'contradicts'),
    })),
    kept.filter(({ byModel }) => byModel),
    names,
  );
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

const uncoded = (rows: readonly Working[]): Working[] => {
  const coded = new Set(rows.filter(({ entryId }) => entryId !== null).map(passageOf));
  // a marked passage that the built-in way coded is there already
  return rows.filter(
    (row) => row.entryId === null && (row.claim !== row.quote || !coded.has(passageOf(row))),
  );
};

const passageOf = ({ sourceItemId, quote }: SaidRow): string => `${sourceItemId} ${quote}`;

function setCoding(row: Working, coding: { entryId: string; stance: Stance } | undefined): void {
  Object.assign(row, {
    ...{ entryId: coding?.entryId ?? null, stance: coding?.stance ?? null },
    ...{ verdict: null, changed: true },
  });
}

async function code(
  ctx: Context,
  rows: readonly Working[],
  sentences: readonly Sentence[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const coded = await codeClaims(ctx, rows, sentences, names);
  for (const row of rows) {
    const coding = coded.get(row.quoteId);
    if (coding) setCoding(row, coding);
  }
}

/**
 * Finds beliefs among claims that no entry covers; those that an entry says already are coded with it. A claim may make
 * several beliefs.
 */
async function foundBeliefs(
  ctx: Context,
  rows: Working[],
  known: readonly Sentence[],
  names: ReadonlyMap<string, string>,
): Promise<Sentence[]> {
  const open = uncoded(rows);
  if (!open.some(({ weighed }) => !weighed)) return [];
  const some = [...open]
    .sort((a, b) => Number(a.weighed) - Number(b.weighed))
    .slice(0, MOST_CLAIMS);
  const proposals = await findBeliefs(ctx, some, names);
  for (const row of some) if (!row.weighed) Object.assign(row, { weighed: true, changed: true });
  const merged = await mergeProposals(ctx, proposals, known);
  const byId = new Map(rows.map((row) => [row.quoteId, row]));
  const sentences = merged.map(toSentence);
  for (const [at, { quoteIds }] of merged.entries()) {
    const { entryId } = sentences[at] as Sentence;
    for (const id of quoteIds) {
      const row = byId.get(id);
      if (row?.entryId === null) setCoding(row, { entryId, stance: 'supports' });
      else if (row) rows.push(copyOf(row, { entryId, stance: 'supports', verdict: null }));
    }
  }
  return sentences.filter((_, at) => merged[at]?.entryId === undefined);
}

/** A quote of the same words for another belief. */
const copyOf = (
  row: Working,
  coding: Pick<Working, 'entryId' | 'stance' | 'verdict'>,
): Working => ({
  ...{ ...row, ...coding, copyOf: row.copyOf ?? row.quoteId, changed: false },
  ...{ quoteId: copyId(row, coding.entryId ?? ''), weighed: true, byModel: false },
});

/** All quotes but the copies that count for nothing, or for a belief that has their words already. */
function withoutIdleCopies(rows: readonly Working[]): Working[] {
  const isCopy = (row: Working): boolean => row.copyOf !== undefined;
  const kept = rows.filter((row) => !isCopy(row));
  const placeOf = (row: Working): string => `${row.entryId} ${passageOf(row)}`;
  const places = new Set(kept.map(placeOf));
  for (const row of rows.filter(isCopy)) {
    if (row.entryId === null || row.verdict !== 'supports' || places.has(placeOf(row))) continue;
    places.add(placeOf(row));
    // a belief may have got another sentence, and with it another entry, since it was copied
    kept.push({ ...row, quoteId: copyId(row, row.entryId), changed: false });
  }
  return kept;
}

const toSentence = ({ entryId, statement }: Proposal): Sentence => ({
  entryId: entryId ?? foundEntryId(statement),
  statement,
});

/** A copy is not stored yet; what was asked before it is known by the quote that it is of. */
const toPair = ({ quote, sourceItemId, ...row }: Working, statement: string): Pair => ({
  ...{ quoteId: row.copyOf ?? row.quoteId, statement, quote, sourceItemId },
});

/** Checks the pairs of those sentences for which enough people may speak. */
async function check(
  ctx: Context,
  rows: readonly Working[],
  sentences: readonly Sentence[],
  heard: readonly Heard[],
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

/** Gives proposals that several people came near to another wording, and checks that; returns the new sentences. */
async function reword(
  ctx: Context,
  rows: readonly Working[],
  found: readonly Sentence[],
  heard: readonly Heard[],
  names: ReadonlyMap<string, string>,
): Promise<Sentence[]> {
  const open = found.flatMap(({ entryId, statement }) => {
    const own = rows.filter((row) => row.entryId === entryId && row.verdict !== 'contradicts');
    return enoughPeople(own, heard) && !isHeld(rows, entryId, heard)
      ? [{ statement, rows: own }]
      : [];
  });
  const proposals = await rewordBeliefs(ctx, open, names);
  const byId = new Map(rows.map((row) => [row.quoteId, row]));
  const sentences = proposals.map(toSentence);
  for (const [at, { quoteIds }] of proposals.entries()) {
    const { entryId } = sentences[at] as Sentence;
    for (const quoteId of quoteIds) {
      const row = byId.get(quoteId);
      if (row) setCoding(row, { entryId, stance: 'supports' });
    }
  }
  await check(ctx, rows, sentences, heard, names);
  return sentences;
}

/** The quotes that were found to support, or to contradict, a belief. */
const ofStance = (rows: readonly Working[], entryId: string, verdict: Stance): Working[] =>
  rows.filter((row) => row.entryId === entryId && row.verdict === verdict);

const isHeld = (rows: readonly Working[], entryId: string, heard: readonly Heard[]): boolean =>
  enoughPeople(ofStance(rows, entryId, 'supports'), heard);

/** A sharper sentence may lose up to a third of a belief's people. */
const peopleKept = 2 / 3;

/**
 * Has the beliefs that are held read as one list: doubles are joined, vague sentences replaced with sharper ones if
 * their quotes bear these out. Returns those that tell a team something.
 */
async function looked(
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
  const single = held.filter(({ statement }) => looks.get(statement)?.sameAs === undefined);
  await check(ctx, rows, [...known, ...single], heard, names);
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
    const { tells, sharper } = looks.get(sentence.statement) ?? { tells: true };
    const own = open.flatMap((one, at) =>
      one.sentence === sentence ? [{ row: one.row, verdict: verdicts[at] as Verdict }] : [],
    );
    const borneOut = own.flatMap(({ row, verdict }) => (verdict === 'supports' ? [row] : []));
    const least = tells ? peopleKept * peopleIn(own.map(({ row }) => row)) : 0;
    if (sharper === undefined || !enoughPeople(borneOut, heard) || peopleIn(borneOut) < least) {
      return tells ? [sentence] : [];
    }
    const entryId = foundEntryId(sharper);
    for (const { row, verdict } of own) {
      setCoding(row, { entryId, stance: 'supports' });
      row.verdict = verdict === 'supports' ? 'supports' : 'neither';
    }
    return [{ entryId, statement: sharper }];
  });
}

const peopleIn = (rows: readonly Working[]): number =>
  new Set(rows.map(({ participantId }) => participantId)).size;

/** Beliefs held already that new claims are compared with, those nearest to them. */
const knownOpposed = 20;
const nearestKnown = 3;

/**
 * Seeks what speaks against new beliefs in all that was claimed, and against those held already in new claims. A claim
 * that counts for another belief is returned as a quote of its own.
 */
async function oppose(
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
