import type { FittingGap } from '../../../db/queries/ask-material.js';
import type { SignalRow } from '../../../db/queries/signals.js';
import { confidenceBand, signalConfidence } from '../../beliefs/signals/confidence.js';
import { isStale } from '../../beliefs/signals/freshness.js';
import { signalRef } from '../../beliefs/signals/ref.js';
import type { AnswerBelief, AnswerParts, AnswerQuote } from './answer.js';
import type { MaterialSignal } from './material.js';
import { caveatsOf, leadOf, uncoveredLead } from './sentences.js';

export const mostBeliefs = 3;
export const mostQuotes = 5;
export const mostCounterQuotes = 2;
const relevanceOfFurtherBelief = 0.5;
const scoreOfFurtherQuote = 0.4;
const leastQuotes = 2;
const mostOfOnePerson = 2;

/** The beliefs that an answer mentions: the most relevant one and those that come near it. */
export function chooseBeliefs(signals: readonly MaterialSignal[]): MaterialSignal[] {
  const best = signals[0]?.relevance ?? 0;
  return signals
    .filter(({ relevance }) => relevance >= best * relevanceOfFurtherBelief)
    .slice(0, mostBeliefs);
}

/**
 * The best quotes of one kind across the chosen beliefs, without repeats and with few per person.
 * Quotes of the leading belief come first; a quote of another belief counts for less the less
 * relevant that belief is.
 */
export function chooseQuotes(
  beliefs: readonly MaterialSignal[],
  kind: 'evidence' | 'counterEvidence',
  most: number,
): AnswerQuote[] {
  const main = beliefs[0]?.signal.signalId;
  const relevant = beliefs[0]?.relevance || 1;
  const all = beliefs
    .flatMap(({ signal: { signalId }, relevance, quotes }) =>
      quotes.map(({ item, score }) => {
        return { item, signalId, score: (score * relevance) / relevant };
      }),
    )
    .filter(({ item }) => item.kind === kind)
    .sort((a, b) => b.score - a.score || (a.item.evidenceId < b.item.evidenceId ? -1 : 1));
  const leading = all.filter(({ signalId }) => signalId === main).slice(0, leastQuotes);
  const best = all[0]?.score ?? 0;
  const chosen = new Map<string, AnswerQuote>();
  const perPerson = new Map<string, number>();
  for (const { item, signalId, score } of new Set([...leading, ...all])) {
    const { evidenceId, participantId } = item;
    const heard = perPerson.get(participantId) ?? 0;
    const weak = score < best * scoreOfFurtherQuote && chosen.size >= leastQuotes;
    if (chosen.size >= most || weak) break;
    if (chosen.has(evidenceId) || heard >= mostOfOnePerson) continue;
    chosen.set(evidenceId, { item, signalId });
    perPerson.set(participantId, heard + 1);
  }
  return [...chosen.values()];
}

export function coveredParts(
  signals: readonly MaterialSignal[],
  quotes: readonly AnswerQuote[],
  counterQuotes: readonly AnswerQuote[],
  now: Date,
): AnswerParts {
  const beliefs = signals.map(({ signal }) => answerBelief(signal, now));
  return {
    covered: true,
    lead: leadOf(beliefs),
    beliefs,
    quotes,
    counterQuotes,
    caveats: caveatsOf(beliefs, now),
    nearest: null,
  };
}

export function uncoveredParts(
  nearest: MaterialSignal | undefined,
  gap: FittingGap | null,
  now: Date,
): AnswerParts {
  const belief = nearest && answerBelief(nearest.signal, now);
  return {
    covered: false,
    lead: uncoveredLead,
    beliefs: [],
    quotes: [],
    counterQuotes: [],
    caveats: [],
    nearest: belief ? { belief, gap } : null,
  };
}

function answerBelief(signal: SignalRow, now: Date): AnswerBelief {
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
