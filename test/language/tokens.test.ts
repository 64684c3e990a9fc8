import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { terms, words } from '../../src/language/tokens.js';

describe('words and terms', () => {
  it('keeps letters and digits, lower case, without accents and punctuation', () => {
    expect(words('Crème brûlée, 2 for £3 — IT’S *great*!')).toEqual([
      'creme',
      'brulee',
      '2',
      'for',
      '3',
      "it's",
      'great',
    ]);
  });

  it('finds a text by its telling words, and by all of them when none is telling', () => {
    expect(terms('The pricing was confusing to us')).toEqual(['price', 'confus']);
    expect(terms('It is what it is')).toEqual(['it', 'is', 'what', 'it', 'is']);
  });

  it('splits scripts without spaces into pairs and keeps pictures', () => {
    expect(words('価格が 🙂')).toEqual(['価格', '格が', '🙂']);
  });

  it('reads a plain text as it reads one with other letters', () => {
    const plain = "It's the 2nd time: x'1, 1'x, a_b and DON'T-WORRY";
    expect([...words(plain), 'e']).toEqual(words(`${plain} É`));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect([...words(text), 'e']).toEqual(words(`${text} É`));
      }),
    );
  });

  it('gives non-empty, well-formed terms without spaces for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        for (const term of terms(text)) {
          expect(term).not.toMatch(/\s|\0/);
          expect(term).not.toBe('');
          expect(term.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
