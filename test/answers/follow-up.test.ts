import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInContext } from '../../src/answers/ask/follow-up.js';

const first = 'Why do people give up on the invoice export?';
const conversation = (...questions: string[]) => questions.map((question) => ({ question }));
const likeliest = (question: string, ...earlier: string[]): string =>
  readInContext(question, conversation(...earlier))[0]!.text;

describe('a question in a conversation', () => {
  it.each([
    'And why?',
    'why is that?',
    'What else?',
    'Tell me more',
    'Who said so?',
    'really?',
    '…',
  ])('that adds nothing is the one before it: %s', (question) => {
    const [reading, ...others] = readInContext(question, conversation(first));
    expect(reading).toEqual({ text: first, adds: [], goesOn: true });
    expect(others).toEqual([]);
  });

  it.each([
    ['What about freelancers?', 2],
    ['and for freelancers?', 1],
    ['Does it crash?', 1],
    ['Is that different at agencies?', 1],
    ['Do they complain?', 1],
    ['freelancers?', 2],
  ])('that is a fragment is completed from the one before it: %s', (question, count) => {
    const all = readInContext(question, conversation(first));
    expect(all[0]!.text).toContain(first);
    expect(all[0]!.text).toContain(question);
    expect(all[0]!.adds.length).toBeGreaterThan(0);
    expect(all).toHaveLength(count);
  });

  it.each([
    'How do they price a job?',
    'Who keeps a paper diary?',
    'Which tools that teachers use are blocked?',
    'And how do people feel about chasing late payments?',
  ])('that says enough stands alone: %s', (question) => {
    expect(likeliest(question, first)).toBe(question);
  });

  it('stands alone when nothing was asked before, or nothing with a subject', () => {
    expect(readInContext('And why?', [])).toEqual([{ text: 'And why?', adds: [], goesOn: false }]);
    expect(likeliest('What about freelancers?', 'Why?')).toBe('What about freelancers?');
  });

  it('asks on about the last subject, however often it went on', () => {
    expect(likeliest('And why?', 'Who keeps a paper diary?', first, 'why?', 'and?')).toBe(first);
    const narrowed = likeliest('and why?', first, 'What about freelancers?');
    expect(narrowed).toContain(first);
    expect(narrowed).toContain('freelancers');
  });

  it('replaces what the last fragment asked about', () => {
    const text = likeliest('And for agencies?', first, 'What about freelancers?');
    expect(text).toContain(first);
    expect(text).toContain('agencies');
    expect(text).not.toContain('freelancers');
  });

  it('has a meaning whatever was said', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('why?', 'it', 'and that', 'for agencies', first),
    );
    fc.assert(
      fc.property(
        text,
        fc.array(fc.record({ question: text }), { maxLength: 30 }),
        (q, earlier) => {
          const all = readInContext(q, earlier);
          expect(all.length).toBeGreaterThan(0);
          for (const { adds, goesOn } of all) expect(goesOn && adds.length > 0).toBe(false);
        },
      ),
    );
  });
});
