import { strongestOfSignal } from '../../db/queries/ask-material.js';
import {
  foremostSignals,
  type Recommended,
  recommendedForSignals,
} from '../../db/queries/ask-overview.js';
import { read } from '../../db/team-database.js';
import type { Context } from '../context.js';
import { signalRef } from '../signals/ref.js';
import { mostBeliefs } from './build-parts.js';
import type { Material } from './material.js';
import type { Overview } from './overview.js';
import { inline } from './sentences.js';

const quotesOfEach = 2;

const openings: Record<Overview, string> = {
  strongest: 'What most people bear out:',
  latest: 'What moved last:',
  actionable: 'What can be acted on, what most people bear out first:',
};

/** The team's foremost beliefs with their strongest quotes, for and against; not those that `told` names by their refs. */
export async function overviewMaterial(
  { db }: Context,
  overview: Overview,
  told: string,
): Promise<Material> {
  const refNumbers = [...told.matchAll(/\bSIG-(\d{1,9})\b/g)].map(([, number]) => Number(number));
  const signals = await db.rows(foremostSignals[overview], refNumbers, mostBeliefs);
  const ids = signals.map(({ signalId }) => signalId);
  const recommended = overview === 'actionable' ? await db.rows(recommendedForSignals, ids) : [];
  const found = await db.together(
    ...signals.flatMap(({ signalId }) => [
      read(strongestOfSignal, signalId, 'evidence', quotesOfEach),
      read(strongestOfSignal, signalId, 'counterEvidence', 1),
    ]),
  );
  return {
    query: { concepts: [], sequence: [], averageLength: 1 },
    covered: signals.length > 0,
    opening: [openings[overview], ...recommended.map(recommendation)].join('\n'),
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
