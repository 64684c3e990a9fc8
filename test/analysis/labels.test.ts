import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldOf } from '../../src/analysis/labels/field.js';
import { nameGroup } from '../../src/analysis/labels/name-group.js';
import { planSignals } from '../../src/analysis/signals/plan-signals.js';

const nameOf = (quotes: readonly string[], speakers?: readonly string[]): string =>
  nameGroup({ quotes, polarity: 0, ...(speakers && { speakers }) }, fieldOf(quotes)).labels[0]!;
const named = (...quotes: string[]): string => nameOf(quotes);

describe('a group of quotes is named', () => {
  it('by a clause that stands alone and holds what its people share', () => {
    expect(
      named(
        'Well, I mean, we need invoice reminders for late clients, so that nobody has to phone them.',
        'The invoice reminders never reached our late clients and I noticed it by chance last week.',
      ),
    ).toBe('We need invoice reminders for late clients');
  });

  it.each([
    ['an end that wants more', 'I always need the export settings and'],
    ['a pointing word', 'I always need this from the export settings.'],
    ['a story', 'I went through the export settings yesterday.'],
    ['talk about the call', 'I need to share my screen to show the export settings.'],
    ['a supposition', 'If we were bigger, I would need the export settings every day.'],
    ['a question', 'Do we need the export settings every day?'],
    ['a time in brackets', '[01:35:00] the export settings we ended up doing'],
    ['marks that link or ping', 'I need the export settings <!channel> https://a.example'],
  ])('not by a clause with %s, but by what they speak of', (_, clause) => {
    expect(named(clause, 'Nobody understands the export settings of that version.')).toMatch(
      /^(Nobody understands the export settings|Export settings)/,
    );
  });

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

describe('talk about the call', () => {
  const signals = (quotes: readonly string[]) =>
    planSignals(
      quotes.map((quote, index) => ({
        themeId: `t${index}`,
        studyId: 's',
        label: quote,
        description: '',
        sentiment: 'neutral',
        foundedBy: `q${index}`,
        awaitsSignal: true,
        participantIds: [`p${index}`],
        quotes: [quote],
        speakers: [`p${index}`],
        polarity: 0,
        signalIds: [],
      })),
      [],
      quotes.length,
    ).founded;

  it('founds no signal, and what the product does on a screen may', () => {
    expect(
      signals(['Nothing else comes to mind right now.', 'Nothing really comes to mind right now.']),
    ).toEqual([]);
    expect(
      signals(['The screen is frozen when I export.', 'The screen is frozen whenever I export.']),
    ).toHaveLength(1);
  });
});
