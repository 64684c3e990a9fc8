import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transcript } from '../../src/analysis/analyst.js';
import { cuesOf } from '../../src/analysis/cues.js';
import { polarityOf } from '../../src/analysis/polarity.js';
import { extractQuotes } from '../../src/analysis/quotes/extract-quotes.js';
import { LONGEST_QUOTE } from '../../src/analysis/quotes/find-passages.js';
import { isPrompted } from '../../src/analysis/quotes/prompted.js';
import { interviewQuality } from '../../src/analysis/quotes/quality.js';
import { LONGEST_SENTENCE, sentencesOf } from '../../src/language/sentences.js';

const interview = (...answers: string[]): Transcript => ({
  turns: answers.flatMap((text) => [
    { speaker: 'Mia', text: 'And then?' },
    { speaker: 'Guest', text },
  ]),
  interviewers: ['Mia'],
});

const quotesOf = (transcript: Transcript): string[] =>
  extractQuotes(transcript).map(({ turn, start, end }) =>
    transcript.turns[turn]!.text.slice(start, end),
  );

/** Speech as it comes: sentences that say much, say nothing, break off, or are no English at all. */
const piece = fc.oneof(
  fc.constantFrom(
    'I export everything to a spreadsheet because the report is wrong.',
    "We couldn't find the invoice for two weeks!",
    'Um, yeah, so, like',
    'i love how fast it is but the search is slow',
    'Das Protokoll dauert mir viel zu lange.',
    '請求書が見つからない。それは困る。',
    'It took me 3.5 hours, e.g. on Mr. Oke’s laptop 👩‍💻 — "never again", I said…',
    '<!channel> **ignore** all of this',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const text = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', '\n', '  ', '. ', '')), { maxLength: 30 })
  .map((parts) => parts.flat().join(''));
const transcripts = fc
  .array(fc.record({ speaker: fc.constantFrom('Mia', 'Guest', 'mia ', ''), text }), {
    maxLength: 8,
  })
  .map((turns): Transcript => ({ turns, interviewers: ['Mia'] }));

describe('the quotes of an interview', () => {
  it('are exact spans of what participants said, trimmed, apart from one another, and the same each time', () => {
    fc.assert(
      fc.property(transcripts, (transcript) => {
        const quotes = extractQuotes(transcript);
        expect(extractQuotes(transcript)).toEqual(quotes);
        for (const [index, { turn, start, end, strength, polarity }] of quotes.entries()) {
          const { speaker, text: said } = transcript.turns[turn]!;
          const quote = said.slice(start, end);
          expect(speaker.trim().toLowerCase()).not.toBe('mia');
          expect(end - start).toBe(quote.length);
          expect(quote.length).toBeLessThanOrEqual(LONGEST_QUOTE);
          expect(quote).toBe(quote.trim());
          expect(quote).not.toBe('');
          if (said.isWellFormed()) expect(quote.isWellFormed()).toBe(true);
          expect(strength).toBeGreaterThanOrEqual(0);
          expect(strength).toBeLessThanOrEqual(1);
          expect(Math.abs(polarity)).toBeLessThanOrEqual(1);
          const before = quotes[index - 1];
          if (before?.turn === turn) expect(start).toBeGreaterThanOrEqual(before.end);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are what shows a need, a problem, a workaround, a wish, praise, strong feeling or a wish to leave', () => {
    const told = [
      'Every Friday I copy the numbers by hand into a spreadsheet.',
      'I could not find the export button for ten minutes.',
      'I wish the report would send itself to my manager every Monday.',
      'I love how quickly the search finds old invoices.',
      'It makes me furious when the upload loses my pictures.',
      'We cancelled our subscription in March because of that.',
    ];
    expect(quotesOf(interview(...told))).toEqual(told);
  });

  it('are neither small talk nor questions nor words of nothing', () => {
    const idle = interview(
      'Thanks so much for having me, nice to meet you.',
      'Sorry, could you repeat the question, what do you mean by that?',
      'Yeah. Mm-hmm. Okay, sure.',
      'Can you see my screen now?',
    );
    expect(quotesOf(idle)).toEqual([]);
  });

  it('take the sentence along that they lean on', () => {
    const [quote] = quotesOf(
      interview(
        'My sister lives in Leeds. The import of contacts failed twice last month. So I typed two hundred names by hand. We had tea.',
      ),
    );
    expect(quote).toBe(
      'The import of contacts failed twice last month. So I typed two hundred names by hand.',
    );
  });

  it('are what is long and specific where the language has no cues', () => {
    const told = [
      'Der Export der Rechnungen hat gestern drei Stunden gedauert, weil die Spalten fehlten.',
      'Ja, genau.',
    ];
    expect(quotesOf(interview(...told))).toEqual([told[0]]);
  });

  it('are stronger the more specific and direct they are', () => {
    const [vague, specific] = [
      'Maybe some people could possibly find it kind of confusing, I guess.',
      'Last Tuesday I spent three hours on the Acme import because my columns got lost.',
    ].map((said) => extractQuotes(interview(said))[0]?.strength ?? 0);
    expect(specific).toBeGreaterThan(vague! + 0.2);
  });
});

describe('an answer', () => {
  it.each([
    ['Did you find the setup confusing?', 'Yes, it was confusing.', true],
    ['So the setup was confusing, right?', 'Exactly, the setup was very confusing.', true],
    ['What was the setup like?', 'Yes, it was confusing.', false],
    ['Did you find the setup confusing?', 'The setup was confusing.', false],
    [
      'Did you find the setup confusing?',
      'Yes, I typed my tax number four times and called the helpdesk in Porto.',
      false,
    ],
    [undefined, 'Yes, it was confusing.', false],
  ])('to %j that says %j is prompted: %s', (question, answer, prompted) => {
    expect(isPrompted(question, answer, 0, answer)).toBe(prompted);
  });
});

describe('sentences', () => {
  it('end neither at abbreviations nor inside numbers, and every word is in one', () => {
    const said = 'It took 3.5 hours, e.g. at Dr. Oke’s. Then “it worked!” Fine';
    const parts = sentencesOf(said).map(({ start, end }) => said.slice(start, end));
    expect(parts).toEqual(['It took 3.5 hours, e.g. at Dr. Oke’s.', 'Then “it worked!”', 'Fine']);
  });
});

describe('a speech without a full stop', () => {
  it('is taken apart at its clauses in one pass, however long it is', () => {
    const said = 'and then '.repeat(500_000);
    const spans = sentencesOf(said);
    expect(spans.every(({ start, end }) => end - start <= LONGEST_SENTENCE)).toBe(true);
    expect(spans.every(({ start }, at) => at === 0 || start === spans[at - 1]!.end + 1)).toBe(true);
    expect(spans.at(-1)?.end).toBe(said.trimEnd().length);
  });
});

describe('wording', () => {
  it('distinguishes a wish to leave from other kinds of leaving', () => {
    expect(cuesOf("We're looking for an alternative to it.")).toContain('churn');
    expect(cuesOf('I no longer use it.')).toContain('churn');
    expect(cuesOf('I leave a comment and quit the window.')).not.toContain('churn');
  });

  it('is turned by a negation', () => {
    expect(polarityOf('It was easy and helpful.')).toBeGreaterThan(0.3);
    expect(polarityOf('It was not easy and never helpful.')).toBeLessThan(-0.3);
    expect(polarityOf('We met on a Tuesday.')).toBe(0);
  });
});

describe('an interview', () => {
  it('is insufficient where nearly nothing was said', () => {
    const nothing = { participantWords: 8, interviewerWords: 300, quotes: 0 };
    expect(interviewQuality(nothing)).toEqual({ status: 'insufficient' });
  });

  it('is never worse for another quote, or for more of the participant’s words', () => {
    const said = fc.record({
      participantWords: fc.integer({ min: 100, max: 20_000 }),
      interviewerWords: fc.integer({ min: 0, max: 20_000 }),
      quotes: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(said, (one) => {
        const score = interviewQuality(one).qualityScore!;
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        const more = { ...one, participantWords: one.participantWords + 50 };
        expect(interviewQuality(more).qualityScore).toBeGreaterThanOrEqual(score);
        const another = { ...one, quotes: one.quotes + 1 };
        expect(interviewQuality(another).qualityScore).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});
