import type { EvidenceKind } from '../../../db/entities/evidence.js';
import { strongestOfSignal } from '../../../db/queries/ask-material.js';
import type { SignalRow } from '../../../db/queries/signals.js';
import { read, type TeamDatabase } from '../../../db/team-database.js';
import { refNumbersIn, signalRef } from '../../beliefs/signals/ref.js';
import type { Context } from '../../core/context.js';
import {
  foremostSignals,
  type Recommended,
  recommendedForSignals,
  signalsByRef,
} from '../queries/ask-overview.js';
import { mostBeliefs, mostCounterQuotes, mostQuotes } from './build-parts.js';
import type { Material } from './material.js';
import type { Overview } from './overview.js';
import { inline } from './sentences.js';

/** Quotes of each belief, for it and against it. */
const ofMany = { evidence: 2, counterEvidence: 1 };
const ofAsked = { evidence: mostQuotes, counterEvidence: mostCounterQuotes };

const openings: Record<Overview, string> = {
  strongest: 'What most people bear out:',
  latest: 'What moved last:',
  actionable: 'What can be acted on, what most people bear out first:',
};

/**
 * The team's best-supported beliefs with their strongest quotes, for and against, without those
 * that `shown` names by their refs.
 */
export async function overviewMaterial(
  { db }: Context,
  overview: Overview,
  shown: string,
): Promise<Material> {
  const signals = await db.rows(foremostSignals[overview], refNumbersIn(shown), mostBeliefs);
  const ids = signals.map(({ signalId }) => signalId);
  const recommended = overview === 'actionable' ? await db.rows(recommendedForSignals, ids) : [];
  const opening = [openings[overview], ...recommended.map(recommendation)].join('\n');
  return { ...(await materialOf(db, signals, ofMany)), opening };
}

/** The beliefs that a question names by their refs (`SIG-12`), with their strongest quotes, for and against. */
export const referredMaterial = async (
  { db }: Context,
  refNumbers: readonly number[],
): Promise<Material> =>
  materialOf(db, await db.rows(signalsByRef, refNumbers, mostBeliefs), ofAsked);

async function materialOf(
  db: TeamDatabase,
  signals: readonly SignalRow[],
  most: Readonly<Record<EvidenceKind, number>>,
): Promise<Material> {
  const found = await db.together(
    ...signals.flatMap(({ signalId }) => [
      read(strongestOfSignal, signalId, 'evidence', most.evidence),
      read(strongestOfSignal, signalId, 'counterEvidence', most.counterEvidence),
    ]),
  );
  return {
    query: { concepts: [], sequence: [], averageLength: 1 },
    covered: signals.length > 0,
    signals: signals.map((signal, place) => ({
      signal,
      relevance: 1,
      quotes: found
        .slice(2 * place, 2 * place + 2)
        .flat()
        .map((item) => ({ item, score: item.strength })),
    })),
  };
}

const recommendation = ({ refNumber, title, state }: Recommended): string =>
  `${inline(title)} (${state}, for ${signalRef(refNumber)})`;
