import { createHash } from 'node:crypto';
import { Analysis, ExtractedQuote } from '../../db/entities/analysis.js';
import { SourceItem, type SourceItemStatus } from '../../db/entities/source-item.js';
import { lockTeam } from '../../db/queries/teams.js';
import { prepareSearch } from '../answers/search/places.js';
import { type Context, inTransaction } from '../core/context.js';
import { notFound } from '../core/errors.js';
import type { TokenUsage } from '../core/models/language-model.js';
import { inThread } from '../core/thread/run-in-thread.js';
import { NO_TOKENS, type Transcript } from './analyst.js';
import { analystOf } from './analyst-of.js';
import { type CodedQuote, NO_CODING } from './claims/coding.js';
import { teamCodebook } from './codebook/team-codebook.js';
import { OWN, quoteId } from './ids.js';
import { itemToRead, type StoredQuote } from './queries/quotes.js';
import { interviewQuality } from './quotes/quality.js';
import type { SpokenWords } from './quotes/spoken-words.js';
import { storeReading } from './store-reading.js';

/**
 * Keeps the ids of quotes when a transcript was corrected, since inserted or deleted lines shift their
 * positions. Quotes are matched by words and position first, then by words alone.
 */
function keepIds(
  quotes: readonly StoredQuote[],
  before: readonly { quoteId: string; quote: string; entryId: string | null }[],
): StoredQuote[] {
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
 * Adds the quotes that a person placed and that the new reading lacks or codes otherwise, as long as a turn has
 * their words.
 */
function withPlaced(
  quotes: readonly StoredQuote[],
  before: readonly ExtractedQuote[],
  { turns }: Transcript,
): StoredQuote[] {
  const found = new Set(quotes.map(({ quoteId }) => quoteId));
  const placed = before
    .filter(({ placedByPerson, quoteId }) => placedByPerson && !found.has(quoteId))
    .flatMap(({ teamId: _, placedByPerson: __, ...one }): StoredQuote[] => {
      const inPlace = one.turn !== null && turns[one.turn]?.text.includes(one.quote);
      const turn = inPlace ? one.turn : turns.findIndex(({ text }) => text.includes(one.quote));
      if (turn === null || turn < 0) return [];
      const startChar = (turns[turn]?.text ?? '').indexOf(one.quote);
      return [{ ...one, turn, startChar, endChar: startChar + one.quote.length }];
    });
  // the entry of a belief that a person made finds again what they put under it
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

const keyOf = ({ quote, entryId }: Pick<StoredQuote, 'quote' | 'entryId'>): string =>
  JSON.stringify([quote, entryId]);

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
  const digest = `${transcriptDigest}/${codebook.digest}`;
  const analyst = analystOf(ctx.models);
  const known = await ctx.db.findOne(Analysis, { sourceItemId });
  const settled = inProgress || SETTLED.has(item.status);
  if (item.transcript === null || (!again && settled && wasReadBy(known, analyst.name, digest))) {
    return storedResult(ctx, sourceItemId, known);
  }
  const { quotes: extracted, by, ...how } = await analyst.extractQuotes(transcript, ctx.log);
  const { quotes: found, usesAi } = await inThread(
    'codeQuotes',
    transcript,
    extracted,
    codebook.changes,
  );
  const before = await ctx.db.find(ExtractedQuote, { sourceItemId }, { order: { quoteId: 'ASC' } });
  const read = found.map((quote) => toStoredQuote(sourceItemId, transcript, quote));
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
    await storeReading(tx, {
      sourceItemId,
      quotes,
      ...(!inProgress && outcome),
      qualityScore: outcome.qualityScore ?? null,
      how: { analyst: by, digest, usesAi, ...how },
    });
    return true;
  });
  // If the interview was corrected or a participant erased meanwhile, these words must not be stored.
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
    const failure = `No participant speaks in it: every speaker is an interviewer (${names}).`;
    return { status: 'analysis_failed', failure };
  }
  return interviewQuality({ ...said, quotes });
}

function toStoredQuote(
  sourceItemId: string,
  { turns }: Transcript,
  { turn, start, end, coding, ...found }: CodedQuote,
): StoredQuote {
  const said = turns[turn] as Transcript['turns'][number];
  const quote = said.text.slice(start, end);
  return {
    ...found,
    quoteId: quoteId(sourceItemId, turn, start, quote, coding?.entryId),
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
