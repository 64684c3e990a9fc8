import type { EvidenceKind } from '../../../db/entities/evidence.js';
import { type FittingGap, strongestOfSignal } from '../../../db/queries/ask-material.js';
import type { SignalRow } from '../../../db/queries/signals.js';
import { confidenceBand, signalConfidence } from '../../beliefs/signals/confidence.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import { isStale } from '../../beliefs/signals/trajectory.js';
import type { Context } from '../../core/context.js';
import { type Decided, decidedForSignals } from '../queries/ask-facts.js';
import type {
  Answer,
  AnswerBelief,
  AnswerKind,
  AnswerParts,
  AnswerQuote,
  Citation,
} from './answer.js';
import type { Finding, FoundBelief } from './choose-finding.js';
import { fittingGap } from './fitting-gap.js';
import {
  answerText,
  closingOf,
  closingOfQuotes,
  knownLine,
  leadOf,
  listLine,
  namedBelief,
  nearLeadOf,
  saidLeadOf,
  spokenLeadOf,
  writtenLeadOf,
} from './wording.js';

export const uncovered = 'The belief layer does not cover this question.';

/** Most quotes in an answer, in a near answer, and per belief in a list. */
const mostQuotes = { answered: 3, near: 2, listed: 1 };
const mostAgainst = 1;
const mostOfOnePerson = 2;
const leastQuotes = 2;
const scoreOfFurtherQuote = 0.4;
const mostCited = 10;
const mostLines = 8;

/** A plain sentence about a belief, or about quotes that belong to no belief. */
export interface Statement {
  text: string;
  /** Null if it rests on no belief. */
  signalId: string | null;
}

/** The parts of an answer that a model wrote or chose, already verified. */
export interface Written {
  /** Plain sentences about the beliefs of the finding. */
  statements: readonly Statement[];
  quotes: readonly AnswerQuote[];
  counterQuotes: readonly AnswerQuote[];
}

/** Builds the parts of an answer from a finding, with the quotes that support it. */
export async function compose(
  ctx: Context,
  finding: Finding,
  written?: Written,
): Promise<AnswerParts> {
  const { kind, beliefs: found, material } = finding;
  const [main] = found;
  if (finding.quotes.length > 0) return spoken(finding, written);
  if (kind === 'not covered' || !main) {
    const { known } = finding;
    const closing = known ? knownLine(answerBelief(known.signal, ctx.now)) : '';
    return { ...notCovered(await fittingGap(ctx, material)), closing };
  }
  const beliefs = found.map(({ signal }) => answerBelief(signal, ctx.now));
  if (!written && beliefs.length > 1) return several(finding, beliefs);
  const [first] = beliefs as [AnswerBelief];
  const [{ quotes, counterQuotes }, decided] = await Promise.all([
    written ?? quotesFor(ctx, finding, main),
    decisionsOn(ctx, beliefs),
  ]);
  const parts = { kind, list: [], beliefs, quotes, counterQuotes };
  const closing = closingOf(first, ctx.now, decided);
  if (kind === 'near') {
    const lead = nearLeadOf(first, { ...finding, opening: material.opening });
    const gap = await fittingGap(ctx, material, first.signalId);
    return { ...parts, lead, closing, gap };
  }
  if (!written) return { ...parts, lead: leadOf(first), closing, gap: null };
  return {
    ...parts,
    lead: writtenLeadOf(written.statements, beliefs),
    closing: beliefs
      .map((one) => `${namedBelief(one)}: ${closingOf(one, ctx.now, decided)}`)
      .join(' '),
    gap: null,
  };
}

export const decisionsOn = (ctx: Context, beliefs: readonly AnswerBelief[]): Promise<Decided[]> =>
  ctx.db.rows(
    decidedForSignals,
    beliefs.map(({ signalId }) => signalId),
  );

/** Builds an answer from quotes that belong to no belief: shown as what was said, not as a belief. */
function spoken(
  { quotes: found, material, notAbout, isSaid = false }: Finding,
  { statements, counterQuotes }: Pick<Written, 'statements' | 'counterQuotes'> = {
    statements: [],
    counterQuotes: [],
  },
): AnswerParts {
  const quotes = found.map(({ item }) => ({ item, signalId: null }));
  return {
    ...notCovered(null),
    kind: 'near',
    lead: isSaid ? saidLeadOf(statements) : spokenLeadOf(material.opening, notAbout),
    quotes,
    counterQuotes,
    closing: closingOfQuotes([...quotes, ...counterQuotes]),
  };
}

const several = (
  { kind, beliefs: found }: Finding,
  beliefs: readonly AnswerBelief[],
): AnswerParts => ({
  kind,
  lead: `${beliefs.length} beliefs answer this:`,
  list: beliefs.map((belief) => listLine(belief)),
  beliefs,
  quotes: found.flatMap((belief) => chooseQuotes(belief, 'evidence', mostQuotes.listed)),
  counterQuotes: [],
  closing: '',
  gap: null,
});

/** The quotes nearest to the question for one belief, and one against it. */
async function quotesFor(
  ctx: Context,
  { kind, material: { ofPerson } }: Finding,
  main: FoundBelief,
): Promise<Pick<AnswerParts, 'quotes' | 'counterQuotes'>> {
  const most = kind === 'near' ? mostQuotes.near : mostQuotes.answered;
  // the nearest quote is shown, whichever side it is on
  const nearestIsAgainst = main.quotes[0]?.item.kind === 'counterEvidence';
  const against = kind !== 'near' || nearestIsAgainst ? mostAgainst : 0;
  const quotes = chooseQuotes(main, 'evidence', most);
  const counterQuotes = chooseQuotes(main, 'counterEvidence', against);
  if (ofPerson) return { quotes, counterQuotes };
  return {
    quotes: await atLeast(ctx, leastQuotes, quotes, main, 'evidence'),
    counterQuotes: await atLeast(ctx, against, counterQuotes, main, 'counterEvidence'),
  };
}

/** The best quotes of a belief, without repeats and with few per person. */
function chooseQuotes(
  { signal: { signalId }, quotes }: FoundBelief,
  kind: EvidenceKind,
  most: number,
): AnswerQuote[] {
  const all = quotes.filter(({ item }) => item.kind === kind);
  const best = Math.max(0, ...all.map(({ score }) => score));
  const chosen = new Map<string, AnswerQuote>();
  const perPerson = new Map<string, number>();
  for (const { item, score, lacks } of all) {
    const heard = perPerson.get(item.participantId) ?? 0;
    if (chosen.size >= most) break;
    const isWeak = lacks || score < best * scoreOfFurtherQuote;
    if (isWeak && chosen.size >= leastQuotes) continue;
    if (chosen.has(item.evidenceId) || heard >= mostOfOnePerson) continue;
    chosen.set(item.evidenceId, { item, signalId });
    perPerson.set(item.participantId, heard + 1);
  }
  return [...chosen.values()];
}

/** Adds the belief's strongest quotes if the question's own words found too few. */
async function atLeast(
  ctx: Context,
  least: number,
  quotes: readonly AnswerQuote[],
  { signal: { signalId } }: FoundBelief,
  kind: EvidenceKind,
): Promise<AnswerQuote[]> {
  if (quotes.length >= least) return [...quotes];
  const known = new Set(quotes.map(({ item }) => item.evidenceId));
  const strongest = await ctx.db.rows(strongestOfSignal, signalId, kind, least + known.size);
  const added = strongest.filter(({ evidenceId }) => !known.has(evidenceId));
  return [...quotes, ...added.map((item) => ({ item, signalId }))].slice(0, least);
}

const notCovered = (gap: FittingGap | null): AnswerParts => ({
  kind: 'not covered',
  lead: uncovered,
  list: [],
  beliefs: [],
  quotes: [],
  counterQuotes: [],
  closing: '',
  gap,
});

export function answerBelief(signal: SignalRow, now: Date): AnswerBelief {
  return {
    signalId: signal.signalId,
    ref: signalRef(signal.refNumber),
    label: signal.label,
    participants: signal.participantCount,
    studies: signal.studyCount,
    quotes: signal.quoteCount,
    counterParticipants: signal.counterParticipantCount,
    counterQuotes: signal.counterEvidenceCount,
    confidence: confidenceBand(signalConfidence(signal, now)),
    latestCapturedAt: signal.latestCapturedAt,
    stale: isStale(signal.latestCapturedAt, now),
    archiveReason: signal.archiveReason,
  };
}

/** An answer of plain sentences, without a belief to cite. */
export const composeText = (
  ctx: Context,
  kind: AnswerKind,
  lead: string,
  list: readonly string[] = [],
): Answer => cite(ctx, { ...notCovered(null), kind, lead, list }, []);

const linesOf = (text: string): number => text.split(/\r\n|[\r\n]/).length;

const shownIn = ({ quotes, counterQuotes }: AnswerParts): AnswerQuote[] => [
  ...quotes,
  ...counterQuotes,
];

/** The quote with the most lines; of several, the last. */
const longestOf = (quotes: readonly AnswerQuote[]): AnswerQuote =>
  quotes.reduce((a, b) => (linesOf(b.item.quote) >= linesOf(a.item.quote) ? b : a));

/**
 * Builds the answer with its citations. Each belief cites the quotes shown for it and those in `further`, then its
 * other quotes on the question (`found`), best first. Quotes whose line breaks would make the answer too long are
 * cited but not shown.
 */
export function cite(
  { now }: Context,
  { ...parts }: AnswerParts,
  found: readonly FoundBelief[],
  further: readonly AnswerQuote[] = [],
): Answer {
  const shown = [...parts.quotes, ...parts.counterQuotes, ...further];
  while (linesOf(answerText(parts, now)) > mostLines && shownIn(parts).length > 1) {
    const longest = longestOf(shownIn(parts));
    parts.quotes = parts.quotes.filter((quote) => quote !== longest);
    parts.counterQuotes = parts.counterQuotes.filter((quote) => quote !== longest);
  }
  const citations = parts.beliefs.flatMap(({ ref, signalId }): Citation[] => {
    const others = found.find(({ signal }) => signal.signalId === signalId)?.quotes ?? [];
    const evidenceIds = new Set([
      ...shown
        .filter((quote) => quote.signalId === signalId)
        .flatMap(({ item }) => item.evidenceId ?? []),
      ...others.map(({ item }) => item.evidenceId),
    ]);
    if (evidenceIds.size === 0) return [];
    return [{ ref, signalId, evidenceIds: [...evidenceIds].slice(0, mostCited) }];
  });
  return { answer: answerText(parts, now), citations, searchedAt: now, parts };
}
