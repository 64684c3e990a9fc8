import { describe, expect, it } from 'vitest';
import { readClaims } from '../../src/analysis/claims/read-claims.js';
import { compileEntry, patternProblem } from '../../src/analysis/codebook/patterns.js';
import { builtInCodebook } from '../../src/analysis/codebook/team-codebook.js';

const entries = builtInCodebook();
/** An example may have its question before it: "What is missing? — An export." */
const codedWith = (id: string, example: string): string[] => {
  const entry = entries.find((one) => one.id === id)!;
  const [text, question] = example.split(' — ').reverse() as [string, string?];
  const asked = question ?? (entry.about && 'How do you use AI in your work?');
  const { claims } = readClaims([{ turn: 0, text, asked }], [compileEntry(entry)]);
  return claims.map(({ stance }) => stance);
};

describe('the built-in codebook', () => {
  it('has entries with ids of their own, a denial for no statement, and patterns that stay linear', () => {
    expect(entries.length).toBeGreaterThan(100);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.flatMap((entry) => patternProblem(entry) ?? [])).toEqual([]);
    for (const { statement } of entries) expect(statement).toMatch(/^\S+( \S+){2,}$/);
  });

  it.each(entries.map((entry) => [entry.id, entry] as const))(
    '%s counts its positive examples and none of its negative ones',
    (id, { examples }) => {
      for (const quote of examples.counts)
        expect([quote, codedWith(id, quote)]).toEqual([quote, ['supports']]);
      for (const quote of examples.not)
        expect([quote, codedWith(id, quote)]).not.toEqual([quote, ['supports']]);
      expect(examples.counts.length).toBeGreaterThan(0);
      expect(examples.not.length).toBeGreaterThan(0);
    },
  );
});
