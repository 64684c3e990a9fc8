import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QuoteFinder } from '../../src/answers/search/quote-finder.js';
import { terms } from '../../src/language/tokens.js';

const word = fc.constantFrom('price', 'invoice', 'the', 'late', 'export', 'zebra', 'was', '—', '?');
const turns = fc.array(
  fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => ({ text: all.join(' ') })),
  { minLength: 1, maxLength: 20 },
);

describe('a transcript', () => {
  it('returns the words before and after a quote, by any speaker, ignoring case and punctuation', () => {
    const transcript = new QuoteFinder([
      { text: 'How do refunds work for you?' },
      { text: 'Well, honestly: I just wait. Nobody calls.' },
      { text: 'Interesting.' },
    ]);
    const place = transcript.find('honestly, I JUST wait');
    expect(place?.around).toEqual(
      expect.arrayContaining(terms('refunds work well nobody calls interesting')),
    );
    expect(place?.around).not.toContain('wait');
    expect(transcript.find('I just waited')).toBeUndefined();
    expect(transcript.find('you? Well')).toBeUndefined();
    expect(transcript.find('…')).toBeUndefined();
  });

  it('finds every turn in it, where it is first said, with few terms around', () => {
    fc.assert(
      fc.property(turns, (all) => {
        const transcript = new QuoteFinder(all);
        let start = 0;
        for (const { text } of all) {
          const found = transcript.find(text);
          const own = terms(text).length;
          if (own > 0) {
            // an earlier turn may say the same
            expect(found!.start).toBeLessThanOrEqual(start);
            expect(found!.around.length).toBeLessThanOrEqual(55);
          }
          start += own + 2;
        }
      }),
    );
  });

  it('is looked through however long a turn is', () => {
    const long = 'The invoices get lost again and again. '.repeat(40_000);
    const transcript = new QuoteFinder([{ text: long }, { text: 'The barn keys are in a jar.' }]);
    expect(transcript.find('keys are in a jar')?.start).toBeGreaterThan(100_000);
  });
});
