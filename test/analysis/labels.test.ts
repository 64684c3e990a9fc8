import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameBuiltIn } from '../../src/analysis/built-in-analyst.js';
import { fieldOf, nameTopic } from '../../src/analysis/labels/name-topic.js';

const nameOf = (quotes: readonly string[], speakers?: readonly string[]): string =>
  nameTopic({ quotes, ...(speakers && { speakers }) }, fieldOf(quotes)).labels[0]!;
const named = (...quotes: string[]): string => nameOf(quotes);

describe('a group of quotes is named', () => {
  it('by the phrases that two people share, as they mostly write them', () => {
    const quotes = [
      'Then there were, like, the SHAP plots, and it was those.',
      'With the SHAP plots it was, um, quite another one.',
      'And those SHAP plots, or the beehive, you know.',
    ];
    expect(named(...quotes)).toBe('SHAP plots');
    expect(named(...quotes.map((quote) => quote.replace('SHAP plots', 'tax forms')))).toBe(
      'Tax forms',
    );
  });

  it('by nothing that only one of its people says, however often', () => {
    const quotes = [
      'And then the badger, the badger of the warehouse scanner.',
      'With the badger, well, or the badger.',
      'The warehouse scanner, it was like that.',
    ];
    expect(nameOf(quotes, ['Ada', 'Ada', 'Bo'])).toBe('Warehouse scanner');
  });

  it('by a noun phrase as people say it, never by verbs', () => {
    expect(
      named(
        'I got an error and the model got stuck in a loop.',
        'The model got the error wrong twice, so I asked a colleague.',
      ),
    ).toMatch(/^(?:Error|Model|Model and error|Error and model)$/);
    expect(
      named('Nobody hears of a game without a trailer.', 'He hears the trailer and buys it.'),
    ).toBe('Trailer');
    expect(
      named('You should check out the harbor once.', 'The harbor has two checks at the gate.'),
    ).toBe('Harbor');
  });

  it('by more than a common noun, if a word before it says which', () => {
    expect(
      named(
        'We are on the team plan, which has five seats.',
        'Every login on the plan costs forty euros.',
      ),
    ).toBe('Team plan');
    const asVerb = ['We plan releases on Mondays.', 'I never plan a release on Fridays.'];
    expect(named(...asVerb)).toBe('Releases');
  });

  it('by the name and a telling phrase of one quote if another group has the name already', () => {
    const labels = nameBuiltIn([
      { quotes: ['My friends cook.', 'One of my friends has a bakery.'] },
      { quotes: ['My friends sail.', 'Two of my friends live at the harbor.'] },
    ]).map(({ label }) => label);
    expect(labels).toEqual(['Friends', 'Friends and harbor']);
  });

  it('by a whole name or fixed phrase, not by half of it', () => {
    expect(named('I came to New York in spring.', 'What I like about New York is the parks.')).toBe(
      'New York',
    );
    expect(named('It is mostly word of mouth.', 'Word of mouth, from my friends.')).toBe(
      'Word of mouth',
    );
    expect(named('The lid of the jar broke.', 'A jar is missing, and one jar is cracked.')).toBe(
      'Jar',
    );
    expect(named('Then VA.gov sent me a letter.', 'There is a letter on VA.gov for you.')).toBe(
      'Letter',
    );
  });

  it('by other words that they share if they have no noun in common', () => {
    const retype = ['I had to retype everything.', 'It was cumbersome to retype it all.'];
    expect(named(...retype)).toBe('Retype');
    const submitted = [
      'It was manually submitted, and then nobody answered.',
      'That was manually submitted too, I think.',
      'Everything has to be manually submitted again.',
    ];
    expect(named(...submitted)).toBe('Manually submitted');
  });

  it('by the nouns of two quotes if they share nothing, otherwise by the shortest one, without fillers', () => {
    const apart = [
      'I pressed the rollback button twice.',
      'It took twenty minutes because the deployment queue was full.',
    ];
    expect(named(...apart)).toBe('Deployment queue and rollback button');
    expect(named('And, um, they were so useful. Really.', 'Yeah, it was useful for me.')).toBe(
      'It was useful for me',
    );
  });

  it('by the same names if the interviews come in another order', () => {
    const groups = [
      ['The invoice reminders never came.', 'I want invoice reminders.', 'A reminder is late.'],
      ['Invoice reminders help.', 'Our invoice reminders go to spam.'],
      ['The queue was full.', 'I watched the queue in the log viewer.', 'The log viewer is slow.'],
    ];
    const namesOf = (lists: readonly (readonly string[])[]): Map<string, string> =>
      new Map(
        nameBuiltIn(lists.map((quotes) => ({ quotes }))).map(({ label, description }, at) => [
          [...lists[at]!].sort().join(),
          `${label}: ${description}`,
        ]),
      );
    const other = [...groups].reverse().map((quotes) => [...quotes].reverse());
    expect(namesOf(other)).toEqual(namesOf(groups));
  });

  it('named differently from its neighbors, and described in a sentence', () => {
    const quotes = [
      'We need invoice reminders for late clients.',
      'The invoice reminders never reached our clients.',
    ];
    const groups = [{ quotes }, { quotes }, { quotes: ['It was so.', 'So it was.'] }];
    const wordings = nameBuiltIn(groups);
    const labels = wordings.map(({ label }) => label.toLowerCase());
    expect(new Set(labels).size).toBe(3);
    expect(wordings[2]!.description).toBe('“It was so.”');
    expect(wordings[0]!.description).toBe(
      'On invoice reminders and clients: “The invoice reminders never reached our clients.”',
    );
  });

  it('in at most 72 plain characters with a capital, and the same each time, whatever was said', () => {
    const word = fc.constantFrom(
      ...['I need', 'the', 'export', '<@U1>', '*bold*', '`x`', 'https://a.example', 'and', 'it'],
      ...[
        '日本語のテキスト',
        'Frist',
        '{{x}}',
        '\u0000',
        '😀',
        'settings',
        'lorem'.repeat(20),
        'retyped',
        'we use',
        '.',
        '|',
        '[a](b)',
      ],
    );
    const quote = fc.array(word, { minLength: 1, maxLength: 14 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(fc.array(quote, { minLength: 1, maxLength: 5 }), (quotes) => {
        const label = named(...quotes);
        expect(label).not.toBe('');
        expect(label.length).toBeLessThanOrEqual(72);
        expect(label).not.toMatch(/[<>@`*_[\]{}|"\p{Cc}]|https?:\/\//u);
        expect(label.charAt(0)).toBe(label.charAt(0).toUpperCase());
        expect(named(...quotes)).toBe(label);
      }),
    );
  });
});
