import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../src/language/edit-distance.js';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });

describe('editDistance', () => {
  it('counts added, dropped, replaced and swapped letters', () => {
    expect(editDistance('onbording', 'onboarding', 3)).toBe(1);
    expect(editDistance('recieve', 'receive', 3)).toBe(1);
    expect(editDistance('price', 'prize', 3)).toBe(1);
    expect(editDistance('refnud', 'refund', 3)).toBe(1);
    expect(editDistance('cat', 'horse', 2)).toBe(3);
  });

  it('is the same in both directions, 0 only for equal words, and never above the limit plus one', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, limit) => {
        const distance = editDistance(a, b, limit);
        expect(distance).toBe(editDistance(b, a, limit));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(limit + 1);
        expect(distance).toBe(Math.min(editDistance(a, b, 99), limit + 1));
      }),
    );
  });
});
