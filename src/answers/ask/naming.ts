import { terms } from '../../language/tokens.js';
import type { Material, MaterialSignal } from './material.js';

const leastNamed = 0.5;

/**
 * The beliefs of a material that mention, in their words or quotes, most of these terms of its
 * query.
 */
export function naming(
  { query: { concepts }, signals }: Material,
  wanted: readonly string[],
): MaterialSignal[] {
  if (wanted.length === 0) return [...signals];
  const own = concepts.filter(({ term }) => wanted.includes(term));
  const needed = leastNamed * own.reduce((sum, { weight }) => sum + weight, 0);
  return signals.filter((belief) => {
    const spoken = new Set(terms(wordsOf(belief)));
    const named = own.filter(({ mentions }) => mentions.some(({ term }) => spoken.has(term)));
    return named.reduce((sum, { weight }) => sum + weight, 0) >= needed;
  });
}

/** The text of a belief and its quotes, as one string. */
export const wordsOf = ({ signal: { label, description }, quotes }: MaterialSignal): string =>
  [
    label,
    description,
    ...quotes.flatMap(({ item }) => [
      item.quote,
      item.note ?? '',
      item.themeLabel,
      item.studyName,
      item.participantName,
    ]),
  ].join(' ');
