import { type FittingGap, openGapsOfSignals } from '../../../db/queries/ask-material.js';
import type { Context } from '../../core/context.js';
import { terms } from '../../language/tokens.js';
import type { Material } from './material.js';

const nearestBeliefs = 10;

/**
 * Returns the open research gap, among the beliefs nearest to a question, that matches most of it;
 * if none matches, a gap of the nearest belief.
 */
export async function fittingGap(
  ctx: Context,
  { query: { concepts }, signals }: Pick<Material, 'query' | 'signals'>,
): Promise<FittingGap | undefined> {
  const ids = signals.slice(0, nearestBeliefs).map(({ signal }) => signal.signalId);
  if (ids.length === 0) return undefined;
  const gaps = await ctx.db.rows(openGapsOfSignals, ids);
  const fits = gaps.map(({ signalId, ...gap }) => {
    const said = new Set(terms(`${gap.description} ${gap.suggestedAction}`));
    const spoken = concepts.map(
      ({ weight, mentions }) =>
        weight * Math.max(0, ...mentions.map(({ term, share }) => (said.has(term) ? share : 0))),
    );
    return { gap, place: ids.indexOf(signalId), weight: spoken.reduce((sum, one) => sum + one, 0) };
  });
  const [best] = fits
    .filter(({ place, weight }) => weight > 0 || place === 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place);
  return best?.gap;
}
