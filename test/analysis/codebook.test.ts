import { describe, expect, it } from 'vitest';
import { checkExamples } from '../../src/analysis/codebook/check-examples.js';
import { patternProblem } from '../../src/analysis/codebook/patterns.js';
import { builtInCodebook } from '../../src/analysis/codebook/team-codebook.js';

const entries = builtInCodebook();
describe('the built-in codebook', () => {
  it('has entries with ids of their own, a denial for no statement, and patterns that stay linear', () => {
    expect(entries.length).toBeGreaterThan(100);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.flatMap((entry) => patternProblem(entry) ?? [])).toEqual([]);
    for (const { statement } of entries) expect(statement).toMatch(/^\S+( \S+){2,}$/);
  });

  it.each(entries.map((entry) => [entry.id, entry] as const))(
    '%s counts its positive examples and none of its negative ones',
    (_, entry) => {
      expect(checkExamples(entry)).toEqual([]);
      expect(entry.examples.counts.length).toBeGreaterThan(0);
      expect(entry.examples.not.length).toBeGreaterThan(0);
    },
  );
});
