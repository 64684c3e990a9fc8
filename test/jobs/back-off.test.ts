import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backOffMs } from '../../src/jobs/retry.js';

it('waits longer after each failure, never over ten minutes, and not all at the same moment', () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), chance, (attempt, random) => {
      const wait = backOffMs(attempt, () => random);
      expect(wait).toBeGreaterThanOrEqual(1_000);
      expect(wait).toBeLessThanOrEqual(600_000);
      expect(backOffMs(attempt + 1, () => random)).toBeGreaterThanOrEqual(wait);
      expect(backOffMs(attempt, () => 0) * 2).toBeCloseTo(backOffMs(attempt, () => 1));
    }),
  );
});
