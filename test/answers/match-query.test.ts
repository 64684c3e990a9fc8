import { describe, expect, it } from 'vitest';
import type { Concept } from '../../src/answers/search/concept.js';
import { matchQuery } from '../../src/answers/search/match-query.js';

const concept = (term: string, rows: number, hints: Record<string, number> = {}): Concept => ({
  term,
  weight: 1,
  mentions: [
    { term, share: 1, named: rows, rows },
    ...Object.entries(hints).map(([hint, held]) => ({
      term: hint,
      share: 0.1,
      named: held,
      rows: held,
    })),
  ],
});

describe('matchQuery', () => {
  it('lets rare words match alone and common ones only two together', () => {
    const found = matchQuery(
      [concept('time', 30_000), concept('invoice', 40), concept('work', 20_000)],
      false,
    );
    expect(found?.match).toBe("('invoice') | (('work') & ('time'))");
  });

  it('lets the rarest word match alone even when it is common', () => {
    expect(matchQuery([concept('time', 30_000)], false)?.match).toBe("('time')");
  });

  it('adds hints while there is room, the rarest first', () => {
    const found = matchQuery([concept('price', 1_500, { cost: 300, money: 900 })], false);
    expect(found?.match).toBe("('price') | 'cost'");
  });

  it('matches every word within a scope', () => {
    const found = matchQuery([concept('time', 30_000), concept('work', 20_000)], true);
    expect(found?.match).toBe("('work') | ('time')");
  });

  it('is nothing for words that no row holds', () => {
    expect(matchQuery([concept('zebra', 0)], false)).toBeUndefined();
  });

  it('quotes what a term may hold', () => {
    expect(matchQuery([concept("o'brien", 3)], false)?.match).toBe("('o''brien')");
  });
});
