import type { EvidenceKind } from '../../db/entities/evidence.js';
import { openGapOfSignal, strongestOfSignal } from '../../db/queries/ask-material.js';
import type { Context } from '../context.js';
import { settleTrajectories } from '../signals/refresh-facts.js';
import type { Answer, AnswerParts, AnswerQuote, Citation } from './answer.js';
import {
  chooseBeliefs,
  chooseQuotes,
  coveredParts,
  mostCounterQuotes,
  mostQuotes,
  uncoveredParts,
} from './build-parts.js';
import { generateAnswer } from './generated/generate-answer.js';
import type { VerifiedDraft } from './generated/verify-draft.js';
import { isCovered } from './is-covered.js';
import { gatherMaterial, type Material, type MaterialSignal } from './material.js';
import { answerText } from './sentences.js';

const leastQuotes = 2;
const mostCited = 10;

/**
 * Answers a question from what is stored, in its words (decisions.md, Ask): what is believed and how
 * sure we are, verbatim quotes for and against, or that nothing covers the question. The question and
 * the quotes are data; nothing in them is followed.
 */
export async function ask(ctx: Context, question: string): Promise<Answer> {
  if (ctx.models?.language) await settleTrajectories(ctx); // a model is told of them
  const material = await gatherMaterial(ctx, question);
  const parts = await partsOf(ctx, question, material);
  return {
    answer: answerText(parts, ctx.now),
    citations: citationsOf(parts, material),
    searchedAt: ctx.now,
    parts,
  };
}

async function partsOf(
  ctx: Context,
  question: string,
  { features, signals }: Material,
): Promise<AnswerParts> {
  const chosen = chooseBeliefs(signals);
  const nearest = chosen[0];
  if (!nearest || !isCovered(features)) return notCovered(ctx, nearest);
  const generated = await generateAnswer(ctx, question, chosen);
  if (generated === 'uncovered') return notCovered(ctx, nearest);
  if (generated) return generatedParts(ctx, generated);
  const quotes = chooseQuotes(chosen, 'evidence', mostQuotes);
  const counterQuotes = chooseQuotes(chosen, 'counterEvidence', mostCounterQuotes);
  return coveredParts(
    chosen,
    await atLeast(ctx, leastQuotes, quotes, nearest, 'evidence'),
    await atLeast(ctx, 1, counterQuotes, nearest, 'counterEvidence'),
    ctx.now,
  );
}

async function notCovered(ctx: Context, nearest: MaterialSignal | undefined): Promise<AnswerParts> {
  const gap = nearest && (await ctx.db.row(openGapOfSignal, nearest.signal.signalId));
  return uncoveredParts(nearest, gap ?? null, ctx.now);
}

/** What the model wrote, behind our own counts; what speaks against it is there even if the model left it out. */
async function generatedParts(ctx: Context, generated: VerifiedDraft): Promise<AnswerParts> {
  const { beliefs, statements, quotes, counterQuotes } = generated;
  const main = beliefs[0]!;
  const parts = coveredParts(
    beliefs,
    await atLeast(ctx, leastQuotes, quotes, main, 'evidence'),
    await atLeast(ctx, 1, counterQuotes, main, 'counterEvidence'),
    ctx.now,
  );
  return { ...parts, lead: [parts.lead, ...statements].join('\n') };
}

/** Adds the belief's strongest quotes where the question's own words found too few. */
async function atLeast(
  ctx: Context,
  least: number,
  quotes: readonly AnswerQuote[],
  { signal: { signalId } }: MaterialSignal,
  kind: EvidenceKind,
): Promise<AnswerQuote[]> {
  if (quotes.length >= least) return [...quotes];
  const known = new Set(quotes.map(({ item }) => item.evidenceId));
  const strongest = await ctx.db.rows(strongestOfSignal, signalId, kind, least + known.size);
  const added = strongest.filter(({ evidenceId }) => !known.has(evidenceId));
  return [...quotes, ...added.map((item) => ({ item, signalId }))].slice(0, least);
}

/** Each belief with what is quoted for it, then with what else speaks of the question, best first. */
function citationsOf(parts: AnswerParts, { signals }: Material): Citation[] {
  const shown = [...parts.quotes, ...parts.counterQuotes];
  return parts.beliefs.flatMap(({ ref, signalId }) => {
    const further = signals.find(({ signal }) => signal.signalId === signalId)?.quotes ?? [];
    const evidenceIds = new Set([
      ...shown.filter((quote) => quote.signalId === signalId).map(({ item }) => item.evidenceId),
      ...further.map(({ item }) => item.evidenceId),
    ]);
    if (evidenceIds.size === 0) return [];
    return [{ ref, signalId, evidenceIds: [...evidenceIds].slice(0, mostCited) }];
  });
}
