import { type FittingGap, openGapsOfSignals } from '../../../db/queries/ask-material.js';
import type { Context } from '../../core/context.js';
import { terms } from '../../language/tokens.js';
import type { Material } from './retrieve.js';

/** Number of nearest beliefs whose gaps are considered. */
const nearestBeliefs = 10;
/** Minimum share of a question that a gap must mention to be shown with the answer. */
const leastOfGap = 0.25;

/**
 * The open research gap that mentions most of a question: a gap of the belief `shown`, or without one, a gap of the
 * nearest beliefs that mentions enough. Null if there is none.
 */
export async function fittingGap(
  ctx: Context,
  { query: { concepts }, signals }: Pick<Material, 'query' | 'signals'>,
  shown?: string,
): Promise<FittingGap | null> {
  const ids = signals.slice(0, nearestBeliefs).map(({ signal }) => signal.signalId);
  if (ids.length === 0) return null;
  const gaps = await ctx.db.rows(openGapsOfSignals, ids);
  const fits = gaps.map(({ signalId, ...gap }) => {
    const said = new Set(terms(`${gap.description} ${gap.suggestedAction}`));
    const spoken = concepts.map(
      ({ weight, mentions }) =>
        weight * Math.max(0, ...mentions.map(({ term, share }) => (said.has(term) ? share : 0))),
    );
    return {
      gap,
      ofShown: signalId === shown,
      place: ids.indexOf(signalId),
      weight: spoken.reduce((sum, one) => sum + one, 0),
    };
  });
  const total = concepts.reduce((sum, { weight }) => sum + weight, 0);
  const [best] = fits
    .filter(({ weight, ofShown }) => (shown ? ofShown : weight >= total * leastOfGap))
    .sort((a, b) => b.weight - a.weight || a.place - b.place);
  return best?.gap ?? null;
}
