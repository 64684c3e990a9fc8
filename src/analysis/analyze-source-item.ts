import { createHash } from 'node:crypto';
import { Analysis, ExtractedQuote } from '../../db/entities/analysis.js';
import { SourceItem, type SourceItemStatus } from '../../db/entities/source-item.js';
import { itemToRead, type StoredQuote } from '../../db/queries/analysis/quotes.js';
import { lockTeam } from '../../db/queries/teams.js';
import { type Context, inTransaction } from '../context.js';
import { notFound } from '../errors.js';
import type { TokenUsage } from '../models/language-model.js';
import { words } from '../search/tokens.js';
import { type FoundQuote, isInterviewer, NO_TOKENS, type Transcript } from './analyst.js';
import { analystOf } from './analyst-of.js';
import { quoteId } from './ids.js';
import { keepIds } from './keep-ids.js';
import { interviewQuality } from './quotes/quality.js';
import { storeReading } from './store-reading.js';

export interface AnalyzedItem {
  sourceItemId: string;
  status: SourceItemStatus;
  /** 0 to 1; absent where nearly nothing was said. */
  qualityScore?: number;
  /** Why it could not be read, in a sentence. */
  failure?: string;
  quoteIds: string[];
  /** 'built-in', or the model's name. */
  analyst: string;
  /** What a model offered as a quote but nobody said. */
  rejected: number;
  usage: TokenUsage;
  /** False: it had been read like this before, and nothing was done. */
  changed: boolean;
}

export interface AnalysisOptions {
  /** Reads it even where nothing changed. */
  again?: boolean;
  /** The talk still goes on: its status stays as it is. */
  inProgress?: boolean;
}

/**
 * Reads one interview: stores what participants said that is evidence, with its place in the transcript, how good
 * the interview is, and its status: `analyzed`; `insufficient` where nearly nothing was said; `analysis_failed`
 * where no participant speaks. A transcript that the same analyst has read is left as it is; a corrected one loses
 * the quotes that it no longer holds, with their evidence, and keeps the ids of those that it does. Quotes have no
 * theme before `synthesize`. Throws `not_found`.
 */
export async function analyzeSourceItem(
  ctx: Context,
  sourceItemId: string,
  { again = false, inProgress = false }: AnalysisOptions = {},
): Promise<AnalyzedItem> {
  const item = await ctx.db.row(itemToRead, sourceItemId);
  if (!item) throw notFound('source item', sourceItemId);
  const transcript = transcriptOf(item);
  const digest = digestOf(transcript);
  const analyst = analystOf(ctx.models);
  const known = await ctx.db.findOne(Analysis, { sourceItemId });
  const settled = inProgress || SETTLED.has(item.status);
  if (item.transcript === null || (!again && settled && isOf(known, analyst.name, digest))) {
    return asStored(ctx, sourceItemId, known);
  }
  const { quotes: found, by, ...how } = await analyst.extractQuotes(transcript, ctx.log);
  const before = await ctx.db.find(ExtractedQuote, { sourceItemId }, { order: { quoteId: 'ASC' } });
  const quotes = keepIds(
    found.map((quote) => toStore(sourceItemId, transcript, quote)),
    before,
  );
  const outcome = outcomeOf(transcript, quotes.length);
  const stored = await inTransaction(ctx, async (tx) => {
    await tx.db.row(lockTeam);
    const now = await tx.db.row(itemToRead, sourceItemId);
    if (now && digestOf(transcriptOf(now)) !== digest) return false;
    await storeReading(tx, {
      sourceItemId,
      quotes,
      ...(!inProgress && outcome),
      qualityScore: outcome.qualityScore ?? null,
      how: { analyst: by, digest, ...how },
    });
    return true;
  });
  // Corrected while it was read, or somebody in it was erased: those words must not be stored.
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

const isOf = (known: Analysis | undefined, analyst: string, digest: string): boolean =>
  known?.analyst === analyst && known.transcriptDigest === digest;

function outcomeOf(
  transcript: Transcript,
  quotes: number,
): Pick<AnalyzedItem, 'status' | 'qualityScore' | 'failure'> {
  const said = wordsOf(transcript);
  if (said.participantWords === 0 && said.interviewerWords > 0) {
    const names = transcript.interviewers.map((name) => JSON.stringify(name)).join(' and ');
    const failure = `No participant speaks in it: of its speakers, ${names} interview, and there is nobody else.`;
    return { status: 'analysis_failed', failure };
  }
  return interviewQuality({ ...said, quotes });
}

function wordsOf(transcript: Transcript): { participantWords: number; interviewerWords: number } {
  const count = { participantWords: 0, interviewerWords: 0 };
  for (const { speaker, text } of transcript.turns) {
    const spoken = words(text).length;
    if (isInterviewer(transcript, speaker)) count.interviewerWords += spoken;
    else count.participantWords += spoken;
  }
  return count;
}

function toStore(
  sourceItemId: string,
  { turns }: Transcript,
  { turn, start, end, ...found }: FoundQuote,
): StoredQuote {
  const said = turns[turn] as Transcript['turns'][number];
  const quote = said.text.slice(start, end);
  return {
    ...found,
    quoteId: quoteId(sourceItemId, turn, start, quote),
    turn,
    startChar: start,
    endChar: end,
    quote,
    atSecs: said.atSecs ?? null,
    tags: [],
  };
}

/** What stands in the database: nothing is to be read anew, or nothing is there to read. */
async function asStored(
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
