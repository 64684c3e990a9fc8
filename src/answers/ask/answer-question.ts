import type { EvidenceKind } from '../../../db/entities/evidence.js';
import { strongestOfSignal } from '../../../db/queries/ask-material.js';
import { settleTrajectories } from '../../beliefs/signals/refresh-facts.js';
import type { Context } from '../../core/context.js';
import type { Answer, AnswerParts, AnswerQuote, Citation } from './answer.js';
import {
  chooseBeliefs,
  chooseQuotes,
  coveredParts,
  mostCounterQuotes,
  mostQuotes,
  uncoveredParts,
} from './build-parts.js';
import { fittingGap } from './fitting-gap.js';
import type { EarlierTurn, Reading } from './follow-up.js';
import { generateAnswer } from './generated/generate-answer.js';
import type { VerifiedDraft } from './generated/verify-draft.js';
import { gatherMaterial, type Material, type MaterialSignal } from './material.js';
import { naming } from './naming.js';
import { overviewOf } from './overview.js';
import { overviewMaterial, referredMaterial } from './overview-material.js';
import { refsAskedFor } from './refs-asked-for.js';
import { answerText } from './sentences.js';

const leastQuotes = 2;
const mostCited = 10;
/** Weight of a quote that was already shown earlier in the same conversation. */
const repeatWeight = 0.3;

export interface Question {
  question: string;
  earlier: readonly EarlierTurn[];
  /** Possible readings of the question, the likeliest first; at least one. */
  readings: readonly Reading[];
}

/** Answers the first reading that the material covers, or says that it covers none. */
export async function answerQuestion(
  ctx: Context,
  { question, earlier, readings }: Question,
): Promise<Answer> {
  if (ctx.models?.language) await settleTrajectories(ctx); // the model sees them
  let uncovered: Material | undefined;
  for (const reading of readings) {
    const material = await materialOf(ctx, reading, earlier);
    const chosen = beliefsFor(reading, material, earlier);
    if (chosen.length > 0 && material.covered) {
      return answerOf(ctx, await partsOf(ctx, { question, earlier }, chosen, material), chosen);
    }
    uncovered ??= material;
  }
  return answerOf(ctx, await notCovered(ctx, uncovered!), []);
}

/**
 * Loads the material of a question: the beliefs that it names by their refs, or all beliefs if it
 * names no subject; in a follow-up, only beliefs that were not shown yet.
 */
export function materialOf(
  ctx: Context,
  { text, adds, goesOn }: Reading,
  earlier: readonly EarlierTurn[],
): Promise<Material> {
  const referred = adds.length === 0 ? refsAskedFor(text) : [];
  if (referred.length > 0) return referredMaterial(ctx, referred);
  const overview = overviewOf(text);
  if (!overview) return gatherMaterial(ctx, text);
  return overviewMaterial(ctx, overview, goesOn ? shownIn(earlier) : '');
}

const shownIn = (earlier: readonly EarlierTurn[]): string =>
  earlier.map(({ answer }) => answer ?? '').join('\n');

/** The beliefs to answer from: those that mention what the reading adds. */
export function beliefsFor(
  { adds, goesOn }: Reading,
  material: Material,
  earlier: readonly EarlierTurn[],
): MaterialSignal[] {
  const beliefs = chooseBeliefs(naming(material, adds));
  if (!goesOn) return beliefs;
  const shown = shownIn(earlier);
  return beliefs.map((belief) => ({
    ...belief,
    quotes: belief.quotes
      .map((quote) =>
        shown.includes(quote.item.quote) ? { ...quote, score: quote.score * repeatWeight } : quote,
      )
      .sort((a, b) => b.score - a.score),
  }));
}

async function partsOf(
  ctx: Context,
  { question, earlier }: Omit<Question, 'readings'>,
  chosen: readonly MaterialSignal[],
  material: Material,
): Promise<AnswerParts> {
  const nearest = chosen[0]!;
  const generated = await generateAnswer(ctx, { question, earlier }, chosen);
  if (generated === 'uncovered') return notCovered(ctx, { ...material, signals: chosen });
  const least = material.ofPerson ? 0 : leastQuotes;
  if (generated) return opened(material, await generatedParts(ctx, generated, least));
  const quotes = chooseQuotes(chosen, 'evidence', mostQuotes);
  const counterQuotes = chooseQuotes(chosen, 'counterEvidence', mostCounterQuotes);
  return opened(
    material,
    coveredParts(
      chosen,
      await atLeast(ctx, least, quotes, nearest, 'evidence'),
      await atLeast(ctx, 1, counterQuotes, nearest, 'counterEvidence'),
      ctx.now,
    ),
  );
}

const opened = ({ opening }: Material, parts: AnswerParts): AnswerParts =>
  opening === undefined ? parts : { ...parts, lead: `${opening}\n${parts.lead}` };

const answerOf = (
  { now }: Context,
  parts: AnswerParts,
  beliefs: readonly MaterialSignal[],
): Answer => ({
  answer: answerText(parts, now),
  citations: citationsOf(parts, beliefs),
  searchedAt: now,
  parts,
});

async function notCovered(ctx: Context, material: Material): Promise<AnswerParts> {
  const gap = await fittingGap(ctx, material);
  return uncoveredParts(material.signals[0], gap ?? null, ctx.now);
}

/**
 * The text that the model wrote, preceded by our own counts. Counter-evidence is included even if
 * the model left it out.
 */
async function generatedParts(
  ctx: Context,
  generated: VerifiedDraft,
  least: number,
): Promise<AnswerParts> {
  const { beliefs, statements, quotes, counterQuotes } = generated;
  const main = beliefs[0]!;
  const parts = coveredParts(
    beliefs,
    await atLeast(ctx, least, quotes, main, 'evidence'),
    await atLeast(ctx, 1, counterQuotes, main, 'counterEvidence'),
    ctx.now,
  );
  return { ...parts, lead: [parts.lead, ...statements].join('\n') };
}

/** Adds the belief's strongest quotes if the question's own words found too few. */
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

/**
 * Each belief with the quotes shown for it, then with the other quotes on the question, best first.
 */
function citationsOf(parts: AnswerParts, signals: readonly MaterialSignal[]): Citation[] {
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
