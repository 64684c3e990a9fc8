import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Analysis, ExtractedQuote } from '../../db/entities/analysis.js';
import { SourceItem, type SourceItemStatus } from '../../db/entities/source-item.js';
import { lockTeam } from '../../db/queries/teams.js';
import { prepareSearch } from '../answers/search/places.js';
import { type Context, inTransaction } from '../core/context.js';
import { notFound, Refusal } from '../core/errors.js';
import type { TokenUsage } from '../core/models/language-model.js';
import { ModelFailure } from '../core/models/language-model.js';
import { inThread } from '../core/thread/run-in-thread.js';
import { type Extraction, type FoundQuote, NO_TOKENS, type Transcript } from './analyst.js';
import { analystOf } from './analyst-of.js';
import { NO_CODING } from './claims/code-quotes.js';
import { teamCodebook } from './codebook/team-codebook.js';
import { copyId, OWN, quoteId } from './ids.js';
import { itemToRead, type StoredQuote } from './queries/quotes.js';
import type { SpokenWords } from './quotes/quality.js';
import { interviewQuality } from './quotes/quality.js';
import { storeReading } from './store-reading.js';

/**
 * Keeps the ids of quotes when a transcript was corrected, since inserted or deleted lines shift their
 * positions. Quotes are matched by words and position first, then by words alone.
 */
function keepIds(
  quotes: readonly StoredQuote[],
  before: readonly Identity[],
): readonly StoredQuote[] {
  if (before.length === 0) return quotes;
  const inPlace = new Set(quotes.map(({ quoteId }) => quoteId));
  const moved = new Map<string, string[]>();
  for (const one of before) {
    const key = keyOf(one);
    if (!inPlace.has(one.quoteId)) moved.set(key, [...(moved.get(key) ?? []), one.quoteId]);
  }
  const known = new Set(before.map(({ quoteId }) => quoteId));
  return quotes.map((quote) => {
    const id = known.has(quote.quoteId) ? undefined : moved.get(keyOf(quote))?.shift();
    return id === undefined ? quote : { ...quote, quoteId: id };
  });
}

/**
 * True for a quote that repeats the words of another one, because a model counts them for or against a second belief.
 */
const isCopy = (one: ExtractedQuote): boolean =>
  one.entryId !== null && one.quoteId === copyId(one, one.entryId);

/**
 * Adds earlier quotes that the new reading lacks or codes differently, if a person placed them or they also count for
 * another belief, and if a turn still has their words.
 */
function withPlaced(
  quotes: readonly StoredQuote[],
  before: readonly ExtractedQuote[],
  { turns }: Transcript,
): StoredQuote[] {
  const found = new Set(quotes.map(({ quoteId }) => quoteId));
  const placed = before
    .filter((one) => (one.placedByPerson || isCopy(one)) && !found.has(one.quoteId))
    .flatMap(({ teamId: _, placedByPerson: __, ...one }): StoredQuote[] => {
      const inPlace = one.turn !== null && turns[one.turn]?.text.includes(one.quote);
      const turn = inPlace ? one.turn : turns.findIndex(({ text }) => text.includes(one.quote));
      if (turn === null || turn < 0) return [];
      const startChar = (turns[turn]?.text ?? '').indexOf(one.quote);
      return [{ ...one, turn, startChar, endChar: startChar + one.quote.length }];
    });
  // the entry of a belief that a person created finds the quotes that they put under it
  const own = new Map(
    quotes.flatMap((one) => (one.entryId?.startsWith(OWN) ? [[one.quote, one]] : [])),
  );
  const coded = placed.map((one) => {
    const again = own.get(one.quote);
    return again ? { ...again, quoteId: one.quoteId } : one;
  });
  const taken = new Set(placed.flatMap(({ quote }) => own.get(quote) ?? []));
  return [...quotes.filter((one) => !taken.has(one)), ...coded];
}

interface Identity {
  quoteId: string;
  quote: string;
  entryId: string | null;
  claim?: string | null;
}

/**
 * Identifies a quote across readings, by its claim if it has one: a model's claims are coded only after they are
 * stored.
 */
const keyOf = ({ quote, entryId, claim }: Omit<Identity, 'quoteId'>): string =>
  JSON.stringify([quote, claim ?? entryId]);

interface AnalyzedItem {
  sourceItemId: string;
  status: SourceItemStatus;
  /** 0 to 1; absent if hardly anything was said. */
  qualityScore?: number;
  /** The reason why it could not be read, in a sentence. */
  failure?: string;
  quoteIds: string[];
  /** 'built-in', or the model's name. */
  analyst: string;
  /** Number of quotes that a model offered but that are not in the transcript. */
  rejected: number;
  usage: TokenUsage;
  /** False if this analyst had already read it, and nothing was done. */
  changed: boolean;
  /** True if it is read on the next day, because today's tokens of the model are used up. */
  waits?: boolean;
}

interface AnalysisOptions {
  /** Reads it even if nothing changed. */
  again?: boolean;
  /** True while the talk is in progress: its status stays as it is. */
  inProgress?: boolean;
}

/**
 * Reads one interview. Stores the participants' quotes with their positions, the quality of the interview, and
 * its status: `analyzed`; `insufficient` if hardly anything was said; `analysis_failed` if no participant
 * speaks. A transcript that the same analyst has read is left as it is. A corrected one loses the quotes that it
 * no longer contains, with their evidence, and keeps the ids of the others. Quotes have no theme before
 * `synthesize`. Throws `not_found`.
 */
export async function analyzeSourceItem(
  ctx: Context,
  sourceItemId: string,
  { again = false, inProgress = false }: AnalysisOptions = {},
): Promise<AnalyzedItem> {
  const item = await ctx.db.row(itemToRead, sourceItemId);
  if (!item) throw notFound('source item', sourceItemId);
  const transcript = transcriptOf(item);
  const codebook = await teamCodebook(ctx);
  const transcriptDigest = digestOf(transcript);
  const analyst = analystOf(ctx);
  const digest = `${transcriptDigest}/${analyst.basis(codebook)}`;
  const known = await ctx.db.findOne(Analysis, { sourceItemId });
  const settled = inProgress || SETTLED.has(item.status);
  if (item.transcript === null || (!again && settled && wasReadBy(known, analyst.name, digest))) {
    return storedResult(ctx, sourceItemId, known);
  }
  const reading = await unlessSpent(analyst.read(ctx, sourceItemId, transcript, codebook));
  if (!reading) return { ...(await storedResult(ctx, sourceItemId, known)), waits: true };
  const { quotes: found, by, usesAi, ...how } = reading;
  const before = await ctx.db.find(ExtractedQuote, { sourceItemId }, { order: { quoteId: 'ASC' } });
  const placedBefore = new Set(
    before.filter((one) => one.placedByPerson).map(({ quoteId }) => quoteId),
  );
  const read = await toStoredQuotes(sourceItemId, transcript, found);
  const quotes = withPlaced(keepIds(read, before), before, transcript);
  const passages = new Set(quotes.map(({ turn, startChar }) => `${turn} ${startChar}`));
  const said = await inThread('spokenWords', transcript);
  const outcome = outcomeOf(transcript, said, passages.size);
  // A corrected interview has evidence, which must be kept or withdrawn.
  if (before.length > 0) await prepareSearch(ctx, [sourceItemId]);
  const stored = await inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const now = await tx.db.row(itemToRead, sourceItemId);
    if (now && digestOf(transcriptOf(now)) !== transcriptDigest) return false;
    const placed = await tx.db.find(ExtractedQuote, { sourceItemId, placedByPerson: true });
    if (placed.some(({ quoteId }) => !placedBefore.has(quoteId))) return false;
    await storeReading(tx, {
      sourceItemId,
      quotes,
      ...(!inProgress && outcome),
      qualityScore: outcome.qualityScore ?? null,
      how: { analyst: by, digest, usesAi, ...how },
    });
    return true;
  });
  // If, in the meantime, the interview was corrected, a participant erased or a quote placed, this reading is outdated.
  if (!stored) return analyzeSourceItem(ctx, sourceItemId, { again, inProgress });
  return {
    sourceItemId,
    ...outcome,
    ...(inProgress && { status: item.status }),
    quoteIds: quotes.map((quote) => quote.quoteId),
    analyst: by,
    ...how,
    changed: true,
  };
}

/** Reads one of several interviews; undefined if its participant was erased while others were read. */
export async function analyzeUnlessErased(
  ctx: Context,
  sourceItemId: string,
): Promise<AnalyzedItem | undefined> {
  try {
    return await analyzeSourceItem(ctx, sourceItemId);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Awaits a reading; undefined if the team's tokens of the day are used up. */
async function unlessSpent(reading: Promise<Extraction>): Promise<Extraction | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ModelFailure && error.reason === 'spent') return undefined;
    throw error;
  }
}

const SETTLED: ReadonlySet<SourceItemStatus> = new Set(['analyzed', 'insufficient']);

const wasReadBy = (known: Analysis | undefined, analyst: string, digest: string): boolean =>
  known?.analyst === analyst && known.transcriptDigest === digest;

function outcomeOf(
  transcript: Transcript,
  said: SpokenWords,
  quotes: number,
): Pick<AnalyzedItem, 'status' | 'qualityScore' | 'failure'> {
  if (said.participantWords === 0 && said.interviewerWords > 0) {
    const names = transcript.interviewers.map((name) => JSON.stringify(name)).join(' and ');
    const failure = `No participant speaks: every speaker is listed as an interviewer (${names}).`;
    return { status: 'analysis_failed', failure };
  }
  return interviewQuality({ ...said, quotes });
}

/** Quotes whose ids are hashed before the event loop gets a turn: about twenty milliseconds. */
const QUOTES_AT_ONCE = 200;

async function toStoredQuotes(
  sourceItemId: string,
  transcript: Transcript,
  found: readonly FoundQuote[],
): Promise<StoredQuote[]> {
  const stored: StoredQuote[] = [];
  for (const quote of found) {
    stored.push(toStoredQuote(sourceItemId, transcript, quote));
    if (stored.length % QUOTES_AT_ONCE === 0) await setImmediate();
  }
  return stored;
}

function toStoredQuote(
  sourceItemId: string,
  { turns }: Transcript,
  { turn, start, end, coding, ...found }: FoundQuote,
): StoredQuote {
  const said = turns[turn] as Transcript['turns'][number];
  const quote = said.text.slice(start, end);
  return {
    ...found,
    quoteId: quoteId(sourceItemId, turn, start, quote, coding?.entryId ?? found.claim),
    turn,
    startChar: start,
    endChar: end,
    quote,
    atSecs: said.atSecs ?? null,
    tags: [],
    ...(coding ?? NO_CODING),
  };
}

/** The stored result, if the interview need not or cannot be read again. */
async function storedResult(
  ctx: Context,
  sourceItemId: string,
  known: Analysis | undefined,
): Promise<AnalyzedItem> {
  const item = (await ctx.db.findOne(SourceItem, { sourceItemId })) as SourceItem;
  const quotes = await ctx.db.find(ExtractedQuote, { sourceItemId, dropped: false });
  return {
    sourceItemId,
    status: item.status,
    ...(item.qualityScore !== null && { qualityScore: item.qualityScore }),
    ...(item.failure !== null && { failure: item.failure }),
    quoteIds: quotes.map((quote) => quote.quoteId),
    analyst: known?.analyst ?? 'built-in',
    rejected: known?.rejected ?? 0,
    usage: NO_TOKENS,
    changed: false,
  };
}

const transcriptOf = (item: {
  transcript: Transcript['turns'] | null;
  interviewers: string[];
}): Transcript => ({ turns: item.transcript ?? [], interviewers: item.interviewers });

const digestOf = ({ turns, interviewers }: Transcript): string =>
  createHash('sha256')
    .update(JSON.stringify([turns, interviewers]))
    .digest('hex');
