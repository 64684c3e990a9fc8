import { CARD_TYPES } from '../db/entities/action-card.js';

const HEAD = `| type | tier | opens when | resolved when |
| --- | --- | --- | --- |
`;

const tiersOf = (tier: number | Record<string, number>): number[] =>
  typeof tier === 'number' ? [tier] : Object.values(tier).sort((a, b) => a - b);

/**
 * Replaces a docs page's table of cards with the content of `CARD_TYPES`, ordered by tier. Throws if the page has
 * no such table.
 */
export function withCardTable(page: string): string {
  const rows = Object.entries(CARD_TYPES)
    .map(([type, { tier, opens, closes }]) => ({ type, tiers: tiersOf(tier), opens, closes }))
    .sort((a, b) => (a.tiers[0] ?? 0) - (b.tiers[0] ?? 0))
    .map(
      ({ type, tiers, opens, closes }) =>
        `| \`${type}\` | ${tiers.join(', ')} | ${opens} | ${closes} |\n`,
    );
  const [before, rest] = page.split(HEAD);
  if (before === undefined || rest === undefined) throw new Error('no table of cards');
  return [before, HEAD, ...rows, rest.replace(/^(\|.*\n)*/, '')].join('');
}
